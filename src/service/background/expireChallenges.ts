import { changeCase } from '../cases/changeCase.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { cases } from '../db/store/cases.ts';
import { selfieChecks } from '../db/store/selfieChecks.ts';
import type { Deps } from '../deps.ts';

const BATCH = 100;

/** Ends challenges whose time has run out without a capture. @returns whether there are more. */
export async function expireChallenges(deps: Deps): Promise<boolean> {
  const overdue = await selfieChecks.overdue(deps.db, deps.clock(), BATCH);
  for (const check of overdue) {
    const { id, case_id } = check;
    await inTransaction(deps, async (tx) => {
      const row = await cases.lockById(tx, case_id);
      // A capture, or another check of the same case, may have come meanwhile.
      const isExpired = await selfieChecks.expire(tx, check, deps.clock());
      if (!isExpired || !row?.data_key) return;
      if (row.checks.selfie.id !== id || row.checks.selfie.status !== 'requires_capture') return;
      const selfie = { ...row.checks.selfie, status: 'expired' };
      await changeCase(deps, tx, row, { set: { checks: JSON.stringify({ ...row.checks, selfie }) } });
    });
  }
  return overdue.length === BATCH;
}
