import { changeCase } from '../cases/changeCase.ts';
import { moveCase } from '../cases/moveCase.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { cases } from '../db/store/cases.ts';
import { housekeeping } from '../db/store/housekeeping.ts';
import { selfieChecks } from '../db/store/selfieChecks.ts';
import type { Deps } from '../deps.ts';
import { keepNoLonger } from './keepNoLonger.ts';

const BATCH = 100;
const EVERY_MS = 1000;
const TIDY_EVERY_MS = 10_000;
const VACUUM_EVERY_MS = 3_600_000;

/** Makes what the clock does: expire cases and challenges, and now and then forget what nobody needs any more. */
export function createSweep(deps: Deps): () => Promise<void> {
  let [swept, tidied, vacuumed] = [0, 0, deps.clock().getTime()];
  return async () => {
    const now = deps.clock().getTime();
    if (now - swept < EVERY_MS) return;
    swept = now;
    await expireCases(deps);
    await expireChallenges(deps);
    if (now - tidied < TIDY_EVERY_MS) return;
    tidied = now;
    await keepNoLonger(deps);
    await housekeeping.forget(deps.db, deps.clock());
    if (deps.config.databaseUrl !== null || now - vacuumed < VACUUM_EVERY_MS) return;
    vacuumed = now;
    await housekeeping.vacuum(deps.db);
  };
}

async function expireCases(deps: Deps): Promise<void> {
  for (const { id } of await cases.overdue(deps.db, deps.clock(), BATCH)) {
    await inTransaction(deps, async (tx) => {
      const row = await cases.lockById(tx, id);
      if (row?.status !== 'requires_input' || row.expires_at > deps.clock()) return;
      await moveCase(deps, tx, row, { to: 'expired', by: 'clock' });
    });
  }
}

async function expireChallenges(deps: Deps): Promise<void> {
  for (const check of await selfieChecks.overdue(deps.db, deps.clock(), BATCH)) {
    await inTransaction(deps, async (tx) => {
      const row = await cases.lockById(tx, check.case_id);
      await selfieChecks.expireOpen(tx, check.case_id);
      if (row?.checks.selfie.id !== check.id || row.checks.selfie.status !== 'requires_capture') return;
      const selfie = { ...row.checks.selfie, status: 'expired' };
      await changeCase(deps, tx, row, { set: { checks: JSON.stringify({ ...row.checks, selfie }) } });
    });
  }
}
