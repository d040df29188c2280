import { expect, test } from 'vitest';
import { defaultPolicy } from '../../../src/contract/policy.ts';
import type { CaseRow } from '../../../src/service/cases/caseRow.ts';
import { pageRequirements, pageState } from '../../../src/service/cases/changeCase.ts';

const row = (status: CaseRow['status'], attempts_left: number) =>
  ({
    status,
    attempts_left,
    consent: { biometric: true, face: true },
    facts: { details: 'ok', selfie: 'none', credentialRefusals: 0 },
    checks: { selfie: { status: 'pending' }, credential: { status: 'pending' } },
    policy: defaultPolicy,
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
