import { expect, test } from 'vitest';
import { CaseStatus } from '../../../src/contract/caseStatus.ts';
import { allowedTransitions, findTransition, transitions } from '../../../src/service/cases/machine.ts';

test('the states and their transitions', () => {
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

test('each transition has its actors and its event', () => {
  const lines = transitions.map(({ from, to, by, event }) => `${from} > ${to}, ${by.join(' or ')}: ${event}`);
  expect(lines).toEqual([
    'requires_input > processing, input: case.processing',
    'requires_input > canceled, app or person: case.canceled',
    'requires_input > expired, clock: case.expired',
    'processing > requires_input, policy: case.requires_input',
    'processing > approved, policy: case.approved',
    'processing > declined, policy: case.declined',
    'processing > in_review, policy: case.in_review',
    'in_review > approved, reviewer: case.approved',
    'in_review > declined, reviewer: case.declined',
    'in_review > requires_input, reviewer: case.requires_input',
    'in_review > canceled, app: case.canceled',
    'approved > in_review, monitoring: case.in_review',
    'approved > declined, reviewer: case.decision_revised',
    'declined > approved, reviewer: case.decision_revised',
  ]);
});

test('only the policy and reviewers can approve', () => {
  const approving = transitions.filter(({ to }) => to === 'approved').flatMap(({ by }) => by);
  expect(new Set(approving)).toEqual(new Set(['policy', 'reviewer']));
});

test('a transition is legal for its own actors only', () => {
  expect(findTransition('in_review', 'approved', 'reviewer')?.event).toBe('case.approved');
  expect(findTransition('in_review', 'approved', 'policy')).toBeNull();
  expect(findTransition('approved', 'declined', 'reviewer')?.event).toBe('case.decision_revised');
  expect(findTransition('expired', 'approved', 'reviewer')).toBeNull();
});
