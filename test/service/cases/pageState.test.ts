import { expect, test } from 'vitest';
import type { CaseRow } from '../../../src/service/cases/caseRow.ts';
import { pageRequirements, pageState } from '../../../src/service/cases/changeCase.ts';

const row = (status: CaseRow['status'], attempts_left: number) =>
  ({
    status,
    attempts_left,
    consent: { biometric: true },
    facts: { details: 'ok', selfie: 'none' },
    checks: { selfie: { status: 'pending' } },
    last_error: null,
    prefill: null,
  }) as unknown as CaseRow;

test('remaining attempts are shown only while a selfie is due', () => {
  expect(pageRequirements(row('requires_input', 2))).toMatchObject({ selfieAttemptsRemaining: 2 });
  const ends = (['processing', 'in_review', 'approved', 'declined'] as const).flatMap((status) =>
    [0, 1, 2].map((left) => pageState(row(status, left))),
  );
  expect(new Set(ends).size).toBe(1);
});
