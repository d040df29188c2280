import { moveCase } from '../cases/moveCase.ts';
import { cases } from '../db/store/cases.ts';
import type { Deps } from '../deps.ts';
import { eachInTransaction } from './eachInTransaction.ts';

const BATCH = 100;

/** Ends cases whose time to give input has run out. @returns whether there are more. */
export async function expireCases(deps: Deps): Promise<boolean> {
  const overdue = await cases.overdue(deps.db, deps.clock(), BATCH);
  await eachInTransaction(deps, overdue, async (tx, id) => {
    const row = await cases.lockById(tx, id);
    if (row?.status !== 'requires_input' || row.redaction || row.expires_at > deps.clock()) return;
    await moveCase(deps, tx, row, { to: 'expired', by: 'clock' });
  });
  return overdue.length === BATCH;
}
