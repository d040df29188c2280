import { expect, test } from 'vitest';
import type { Requirement, SessionCaseStatus } from '../../src/contract/caseStatus.ts';
import { nextScreen } from '../../src/widget/step/nextScreen.ts';

const state = (status: SessionCaseStatus, currentlyDue: Requirement[] = []) => ({
  status,
  requirements: { currentlyDue },
});

test.each([
  [state('requires_input', ['consent', 'personal_details', 'selfie']), 'consent'],
  [state('requires_input', ['personal_details', 'selfie']), 'personal_details'],
  [state('requires_input', ['selfie']), 'selfie'],
  [state('submitted'), 'submitted'],
  [state('canceled', ['consent']), 'canceled'],
  [state('expired', ['selfie']), 'expired'],
])('a case with %j leads to %s', (read, screen) => {
  expect(nextScreen('loading', 'case_read', read)).toBe(screen);
});

test.each([
  ['selfie', 'captured', 'sending'],
  ['sending', 'retake', 'selfie'],
  ['problem', 'retry', 'loading'],
  ['session_expired', 'retry', 'loading'],
  ['personal_details', 'session_lost', 'session_expired'],
  ['loading', 'failed', 'problem'],
] as const)('%s, %s: %s', (from, outcome, screen) => {
  expect(nextScreen(from, outcome, null)).toBe(screen);
});

test('a transition that is not in the table throws and names both states', () => {
  expect(() => nextScreen('submitted', 'captured', null)).toThrow(
    '"submitted" has no transition for "captured"',
  );
  expect(() => nextScreen('loading', 'case_read', state('requires_input'))).toThrow('nothing due');
  expect(() => nextScreen('loading', 'case_read', null)).toThrow('No case');
});
