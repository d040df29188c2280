import type { Kysely, Updateable } from 'kysely';
import { advanceCase } from '../cases/advanceCase.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { changeCase } from '../cases/changeCase.ts';
import type { ServiceContext } from '../context.ts';
import type { CasesTable, Database } from '../db/schema.ts';
import { selfieChecks } from '../db/store/selfieChecks.ts';
import type { RefusedCaptures } from './readCapture.ts';

/**
 * Uses up all remaining attempts of a case, as if the last one had failed. An open selfie check ends; if no other input
 * is due, the case goes to a reviewer.
 * @param set further changes to the case.
 */
export async function endSelfie(
  context: ServiceContext,
  tx: Kysely<Database>,
  row: CaseRow,
  set: Updateable<CasesTable> = {},
): Promise<void> {
  await selfieChecks.expireOpen(tx, row.id);
  const { selfie } = row.checks;
  // A page must not clear a verdict by captures that are refused.
  const isOpen = row.facts.selfie === 'none' || row.facts.selfie === 'retry';
  const status = selfie.status === 'requires_capture' ? 'expired' : selfie.status;
  const changed = await changeCase(context, tx, row, {
    set: {
      ...set,
      attempts_left: 0,
      facts: JSON.stringify({ ...row.facts, selfie: isOpen ? 'retry' : row.facts.selfie }),
      checks: JSON.stringify({ ...row.checks, selfie: { ...selfie, status } }),
      last_error: null,
    },
  });
  await advanceCase(context, tx, changed);
}

/** The refused captures of selfies. */
export const refusedSelfies: RefusedCaptures = {
  count: (row) => row.refused_captures,
  counted: (row) => ({ ...row, refused_captures: row.refused_captures + 1 }),
  end: endSelfie,
};
