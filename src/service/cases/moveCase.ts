import type { Kysely, Updateable } from 'kysely';
import type { CaseStatus } from '../../contract/caseStatus.ts';
import type { Context } from '../context.ts';
import { purposes } from '../crypto/purposes.ts';
import type { CasesTable, Database } from '../db/schema.ts';
import { reasonCodes } from '../events/reasonCodes.ts';
import type { CaseRow } from './CaseRow.ts';
import { changeCase } from './changeCase.ts';
import { type Actor, findTransition } from './machine.ts';
import { stateConflict } from './stateConflict.ts';

export interface Move {
  to: CaseStatus;
  by: Actor;
  reasons?: readonly string[];
  set?: Updateable<CasesTable>;
}

/**
 * Takes a case to another state, if that is a legal step for whoever asks.
 * @throws {ApiError} `case_state_conflict`.
 */
export async function moveCase(
  context: Context,
  tx: Kysely<Database>,
  row: CaseRow,
  { to, by, reasons = [], set = {} }: Move,
): Promise<CaseRow> {
  const step = findTransition(row.status, to, by);
  if (!step) throw stateConflict(row.status, by);
  return await changeCase(context, tx, row, {
    set: { ...set, ...decisionOf(context, row, { to, by, reasons }), status: to },
    event: { type: step.event, reasons },
  });
}

/** A step to an outcome leaves a decision behind. One that is asked for input again has none. */
function decisionOf(
  { clock, vault }: Context,
  row: CaseRow,
  { to, by, reasons = [] }: Move,
): Updateable<CasesTable> {
  if (to === 'requires_input') return { decision: null, decision_reasons: null, decided_at: null };
  if (to !== 'approved' && to !== 'declined' && to !== 'in_review') return {};
  const now = clock();
  const revision = row.decisions + 1;
  const codes = reasonCodes(reasons);
  const decision = {
    outcome: to,
    by: by === 'reviewer' ? 'reviewer' : 'policy',
    at: now.toISOString(),
    reasons: codes,
    revision,
  };
  return {
    decision: JSON.stringify(decision),
    decision_reasons:
      codes.length < reasons.length
        ? vault.seal(row, purposes.decisionReasons, JSON.stringify(reasons))
        : null,
    decisions: revision,
    decided_at: to === 'in_review' ? null : now,
  };
}
