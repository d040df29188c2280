import type { Kysely, Updateable } from 'kysely';
import type { CaseStatus } from '../../contract/caseStatus.ts';
import { ApiError } from '../ApiError.ts';
import type { ServiceContext } from '../context.ts';
import { purposes } from '../crypto/purposes.ts';
import type { CasesTable, Database } from '../db/schema.ts';
import { NO_CLAIM } from '../db/store/caseClaims.ts';
import { storedPictures } from '../db/store/storedPictures.ts';
import { reasonCodes } from '../events/sealedFreeText.ts';
import type { CaseRow } from './caseRow.ts';
import { changeCase } from './changeCase.ts';
import { type Actor, allowedTransitions, findTransition } from './machine.ts';

export interface Move {
  to: CaseStatus;
  by: Actor;
  reasons?: readonly string[];
  /** The reviewer who decided, if any. */
  reviewer?: string;
  set?: Updateable<CasesTable>;
}

/**
 * Moves a case to another state if the transition is legal for the actor.
 * @throws {ApiError} `case_state_conflict`.
 */
export async function moveCase(
  context: ServiceContext,
  tx: Kysely<Database>,
  row: CaseRow,
  move: Move,
): Promise<CaseRow> {
  const { to, by, reasons = [], set = {} } = move;
  const step = findTransition(row.status, to, by);
  if (!step) throw stateConflict(row.status, by);
  const isDecided = to === 'approved' || to === 'declined';
  if (isDecided && row.policy.documentRetain === 'fields')
    await storedPictures.deleteOfCases(
      tx,
      [row.id],
      [
        'document_pictures',
        ...(row.assurance.reference === 'document' ? (['reference_images'] as const) : []),
      ],
    );
  return await changeCase(context, tx, row, {
    set: { ...waitingOf(context, to), ...set, ...decisionOf(context, row, move), status: to },
    event: { type: step.event, reasons },
  });
}

/** A case that enters review gets a due time. Its claim ends with every transition. */
function waitingOf({ clock, config }: ServiceContext, to: CaseStatus): Updateable<CasesTable> {
  const due_at = new Date(clock().getTime() + config.desk.reviewDueHours * 3_600_000);
  return {
    due_at: to === 'in_review' ? due_at : null,
    sampled_at: null,
    priority: 1,
    assigned_to: null,
    ...NO_CLAIM,
  };
}

/** A transition to an outcome records a decision. A case that asks for input again has none. */
function decisionOf(
  { clock, vault }: ServiceContext,
  row: CaseRow,
  { to, by, reviewer = null, reasons = [] }: Omit<Move, 'reviewer'> & { reviewer?: string | null },
): Updateable<CasesTable> {
  if (to === 'requires_input') return { decision: null, decision_reasons: null, decided_at: null };
  if (to !== 'approved' && to !== 'declined' && to !== 'in_review') return {};
  const now = clock();
  const revision = row.decisions + 1;
  const codes = reasonCodes(reasons);
  const decision = {
    outcome: to,
    by: by === 'reviewer' ? 'reviewer' : 'policy',
    reviewer,
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

/** The error for a transition that the status does not allow, with the transitions that the actor may make. */
export function stateConflict(status: CaseStatus, by?: Actor): ApiError {
  return new ApiError('case_state_conflict', {
    currentStatus: status,
    allowedTransitions: [...new Set(allowedTransitions(status, by))],
  });
}

/** @throws {ApiError} `case_state_conflict` unless the case accepts input; an expired case does not. */
export function requireInput(row: CaseRow, now: Date): void {
  if (row.status !== 'requires_input') throw stateConflict(row.status);
  if (row.expires_at <= now) throw stateConflict('expired');
}
