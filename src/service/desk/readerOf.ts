import type { Kysely } from 'kysely';
import type { CaseRow } from '../cases/caseRow.ts';
import type { ServiceContext } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { judgements } from '../db/store/judgements.ts';
import { seenEvidence } from '../db/store/seenEvidence.ts';
import { isHeldBy, isWaiting } from '../reviews/claims.ts';
import { type Reader, withheldFrom } from '../reviews/evidenceAccess.ts';
import { judgementKey, noteSeen, picturesOf, shownRound } from '../reviews/judgeCase.ts';
import { hasRole } from './deskRoutes.ts';
import type { DeskActor } from './reviewers.ts';

/** Somebody before a case: their judgement of the round that is shown, and the pictures that it is about. */
export async function readerOf(
  db: Kysely<Database>,
  row: CaseRow,
  actor: DeskActor,
): Promise<Reader & { pictures: string[] }> {
  const key = judgementKey(row, actor.keyId);
  const opened = await judgements.find(db, key);
  const judgement = opened ?? (await judgements.find(db, { ...key, round: shownRound(row) })) ?? null;
  const pictures = await picturesOf(db, row);
  return {
    reviewer: actor.keyId,
    judges: hasRole(actor, 'reviewer'),
    judgement,
    isOverturning: !isWaiting(row) && opened?.is_sample === false,
    hasPictures: pictures.length > 0,
    pictures,
  };
}

/** Whether somebody sees the pictures of a case: who holds it, or judges it again, or sees its evidence. */
export async function seesPictures(
  db: Kysely<Database>,
  row: CaseRow,
  actor: DeskActor,
  now: Date,
): Promise<boolean> {
  if (isHeldBy(row, actor.keyId, now) || !hasRole(actor, 'reviewer')) return true;
  const reader = await readerOf(db, row, actor);
  return reader.isOverturning || (await withheldFrom(db, row, reader)) === null;
}

/** Notes that somebody sees the evidence, so that they do not judge the case in another round. */
export async function noteEvidence(
  { clock }: Pick<ServiceContext, 'clock'>,
  tx: Kysely<Database>,
  row: CaseRow,
  { reviewer, judgement, isOverturning }: Reader,
): Promise<void> {
  const isJudging =
    judgement && (isWaiting(row) || isOverturning || judgement.judged_at || judgement.outcome);
  if (isJudging) await noteSeen(tx, judgement, 'evidence');
  else await seenEvidence.put(tx, [{ case_id: row.id, reviewer, at: clock() }]);
}

/** Whether somebody sees the evidence of a case, outside of its page. Noted as on the page. */
export async function opensEvidence(
  context: Pick<ServiceContext, 'clock'>,
  tx: Kysely<Database>,
  row: CaseRow,
  actor: DeskActor,
): Promise<boolean> {
  const reader = await readerOf(tx, row, actor);
  if ((await withheldFrom(tx, row, reader)) !== null) return false;
  await noteEvidence(context, tx, row, reader);
  return true;
}
