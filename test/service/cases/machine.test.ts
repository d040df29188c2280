import { expect, test } from 'vitest';
import { CaseStatus } from '../../../src/contract/caseStatus.ts';
import { allowedTransitions, findTransition, transitions } from '../../../src/service/cases/machine.ts';

test('the states and their ways on', () => {
  const table = Object.fromEntries(CaseStatus.options.map((status) => [status, allowedTransitions(status)]));
  expect(table).toEqual({
    requires_input: ['processing', 'canceled', 'expired'],
    processing: ['requires_input', 'approved', 'declined', 'in_review'],
    in_review: ['approved', 'declined', 'requires_input', 'canceled'],
    approved: ['in_review', 'declined'],
    declined: ['approved'],
    expired: [],
    canceled: [],
  });
});

test('only policy and reviewers approve', () => {
  const approving = transitions.filter(({ to }) => to === 'approved').flatMap(({ by }) => by);
  expect(new Set(approving)).toEqual(new Set(['policy', 'reviewer']));
});

test('a step is legal for its actor alone', () => {
  expect(findTransition('in_review', 'approved', 'reviewer')?.event).toBe('case.approved');
  expect(findTransition('in_review', 'approved', 'policy')).toBeNull();
  expect(findTransition('approved', 'declined', 'reviewer')?.event).toBe('case.decision_revised');
  expect(findTransition('expired', 'approved', 'reviewer')).toBeNull();
});
