import type { Kysely } from 'kysely';
import type { Decide } from '../../contract/case.ts';
import { ApiError } from '../ApiError.ts';
import { writeAudit } from '../audit/writeAudit.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import type { Review } from '../cases/reviewCase.ts';
import type { ServiceContext } from '../context.ts';
import { purposes } from '../crypto/purposes.ts';
import type { Database } from '../db/schema.ts';
import { NO_CLAIM } from '../db/store/caseClaims.ts';
import { cases } from '../db/store/cases.ts';
import { type JudgementKey, type JudgementRow, judgements } from '../db/store/judgements.ts';
import { knownPairs } from '../db/store/knownPairs.ts';
import { reviewers } from '../db/store/reviewers.ts';
import { referenceImages, selfieFrames } from '../db/store/selfieChecks.ts';
import { enqueue, type JobRunner } from '../jobs/jobs.ts';
import type { ScreeningContext } from '../screenings/screeningContext.ts';
import { isWaiting, requireNoOther } from './claims.ts';
import { decideCase, requireDecision } from './decideCase.ts';
import { requireSampleDecision } from './sampleHits.ts';

/** How long a decision at the desk can be taken back. */
const UNDO_MS = 10_000;

/**
 * The features on which a judgement of faces can be based.
 * @see https://fiswg.org, facial image comparison feature list
 */
export const FEATURES = ['ears', 'nose', 'mouth', 'eyes', 'brows', 'chin', 'scars_or_moles', 'face_shape'];

export function judgementKey(row: CaseRow, reviewer: string): JudgementKey {
  return { case_id: row.id, round: row.decisions, reviewer };
}

/** The round that a page shows: of a decided case, the one that its decision ended. */
export function shownRound(row: CaseRow): number {
  return isWaiting(row) ? row.decisions : row.decisions - 1;
}

/** Creates the judgement of a reviewer in this round, if there is none yet. */
export async function openJudgement(
  { clock }: ServiceContext,
  tx: Kysely<Database>,
  row: CaseRow,
  reviewer: string,
): Promise<JudgementRow> {
  const key = judgementKey(row, reviewer);
  await judgements.open(tx, { ...key, opened_at: clock(), is_sample: row.sampled_at !== null });
  return (await judgements.lock(tx, key))!;
}

/** The pictures that a reviewer has to see: each step of the latest selfie, and the reference picture. */
export async function picturesOf(db: Kysely<Database>, row: CaseRow): Promise<string[]> {
  const { id } = row.checks.selfie;
  if (!row.data_key) return [];
  const steps = id ? await selfieFrames.described(db, { id, case_id: row.id }) : [];
  const reference = steps.length > 0 ? await referenceImages.find(db, row.id) : undefined;
  return [...(reference ? ['reference'] : []), ...steps.map(({ position }) => `${id}/${position}`)];
}

/** Records that a picture was sent to a reviewer. */
export async function noteSeen(
  tx: Kysely<Database>,
  judgement: JudgementRow,
  picture: string,
): Promise<void> {
  if (judgement.seen.includes(picture)) return;
  await judgements.update(tx, judgement, { seen: JSON.stringify([...judgement.seen, picture]) });
}

/** Records the hits that a reviewer is unsure of, for their own page. */
export async function noteUnsure(
  tx: Kysely<Database>,
  judgement: JudgementRow,
  hits: readonly string[],
): Promise<void> {
  const unsure = [...new Set([...(judgement.unsure ?? []), ...hits])];
  await judgements.update(tx, judgement, { unsure: JSON.stringify(unsure) });
}

/**
 * Stores a reviewer's judgement of the faces, once. The measurements are shown afterwards and do not change it.
 * @throws {ApiError} `frames_unseen`; `case_state_conflict` if it was stored already.
 */
export async function judgeFaces(
  review: Review,
  row: CaseRow,
  { likeness, life, features }: Pick<JudgementRow, 'likeness' | 'life'> & { features: string[] },
): Promise<void> {
  const { context, tx, caller, requestId } = review;
  const judgement = await openJudgement(context, tx, row, caller.keyId);
  requireNoOther(row, caller.keyId, context.clock());
  await requireSeen(tx, row, judgement);
  if (judgement.judged_at)
    throw new ApiError('case_state_conflict', { detail: 'You have judged the faces of this case already.' });
  await judgements.update(tx, judgement, {
    likeness,
    life,
    features: JSON.stringify(features),
    judged_at: context.clock(),
  });
  await writeAudit(context, tx, { row, caller, requestId, action: 'judge faces' });
}

async function requireSeen(tx: Kysely<Database>, row: CaseRow, { seen }: JudgementRow): Promise<void> {
  const unseen = (await picturesOf(tx, row)).filter((picture) => !seen.includes(picture));
  if (unseen.length === 0) return;
  const detail = `Look at every picture first; ${unseen.length} have not been shown to you.`;
  throw new ApiError('frames_unseen', { detail });
}

/**
 * Schedules a decision of the desk, which takes effect after ten seconds. Until then it can be undone, and no event is
 * sent.
 * @throws {ApiError} as `decideCase`; `frames_unseen` before the pictures were seen and judged.
 */
export async function decideLater(review: Review, row: CaseRow, decide: Decide): Promise<void> {
  const { context, tx, caller, requestId } = review;
  requireCodes(decide);
  const judgement = await openJudgement(context, tx, row, caller.keyId);
  if (judgement.outcome)
    throw new ApiError('same_reviewer', { detail: 'You have decided this case already.' });
  await requireSeen(tx, row, judgement);
  const pictures = await picturesOf(tx, row);
  if (pictures.length > 0 && !judgement.judged_at)
    throw new ApiError('frames_unseen', { detail: 'Judge the faces first.' });
  if (judgement.is_sample) await requireSampleDecision(review, row, judgement, decide);
  else await requireDecision(review, row, decide);
  const now = context.clock();
  const applies_at = new Date(now.getTime() + UNDO_MS);
  const { outcome, reasons = [], note, expectedVersion } = decide;
  await judgements.update(tx, judgement, {
    outcome,
    reasons: JSON.stringify(reasons),
    sealed_note: note ? context.vault.seal(row, purposes.judgementNote, note) : null,
    expected_version: expectedVersion,
    invited_by: caller.invitedBy ?? null,
    decided_at: now,
    applies_at,
  });
  await writeAudit(context, tx, { row, caller, requestId, action: `choose ${outcome}` });
  const subject = [judgement.case_id, judgement.round, judgement.reviewer].join(' ');
  await enqueue(context, tx, { kind: 'apply_decision', row, subject, runAt: applies_at });
}

/**
 * Reasons are stored unencrypted, so only codes are accepted. Free text belongs in the note, which is sealed.
 * @throws {ApiError} `validation_failed`
 */
function requireCodes({ reasons = [] }: Decide): void {
  if (reasons.every((reason) => /^[a-z_]+$/.test(reason))) return;
  throw new ApiError('validation_failed', {
    detail: 'The reason is not on the list. Choose one, and write free text into the note.',
  });
}

/**
 * Undoes a decision that has not taken effect.
 * @throws {ApiError} `case_state_conflict`
 */
export async function undoDecision(review: Review, row: CaseRow): Promise<void> {
  const { context, tx, caller, requestId } = review;
  const judgement = await judgements.lock(tx, judgementKey(row, caller.keyId));
  if (!judgement?.applies_at)
    throw new ApiError('case_state_conflict', {
      detail: 'The decision has taken effect already and cannot be undone.',
    });
  // The reviewer's reasons and note stay, for the form.
  await judgements.update(tx, judgement, { outcome: null, decided_at: null, applies_at: null });
  await writeAudit(context, tx, { row, caller, requestId, action: `undo ${judgement.outcome}` });
}

const clear = (tx: Kysely<Database>, judgement: JudgementRow) =>
  judgements.update(tx, judgement, {
    outcome: null,
    reasons: null,
    sealed_note: null,
    decided_at: null,
    applies_at: null,
  });

/**
 * Carries out a scheduled decision of the desk. If the case no longer allows it, the decision is dropped and the case
 * stays unchanged.
 */
export const applyDecision: JobRunner<ScreeningContext> =
  async (context, { subject, id: job }) =>
  async (tx) => {
    const [case_id = '', round = '', reviewer = ''] = subject.split(' ');
    const row = await cases.lockById(tx, case_id);
    const judgement = await judgements.lock(tx, { case_id, round: Number(round), reviewer });
    if (!row || !judgement?.applies_at || judgement.applies_at > context.clock()) return undefined;
    const person = await reviewers.find(tx, reviewer);
    const caller = {
      keyId: reviewer,
      role: person?.role ?? 'viewer',
      invitedBy: judgement?.invited_by ?? null,
    };
    const review = { context, tx, caller, requestId: job };
    const drop = async (why: string) => {
      await clear(tx, judgement);
      await writeAudit(context, tx, {
        row,
        caller,
        requestId: job,
        action: `refused ${judgement.outcome}: ${why}`,
      });
    };
    if (!row.data_key || row.redaction) await drop('case_redacted');
    else if (!person || person.disabled_at || !MAY_DECIDE.includes(person.role)) await drop('switched_off');
    else if (judgement.is_sample) await endSample(review, row, judgement);
    else {
      try {
        await decideCase(review, row, decisionOf(context, row, judgement));
      } catch (error) {
        // All checks come before the first write.
        if (!(error instanceof ApiError)) throw error;
        await drop(error.code);
      }
    }
    return undefined;
  };

const MAY_DECIDE: readonly string[] = ['reviewer', 'administrator'];

function decisionOf({ vault }: ServiceContext, row: CaseRow, judgement: JudgementRow): Decide {
  const { outcome, reasons, sealed_note, expected_version } = judgement;
  const note = sealed_note && vault.open(row, purposes.judgementNote, sealed_note).toString();
  return {
    outcome: outcome!,
    reasons: reasons ?? [],
    expectedVersion: expected_version!,
    ...(note && { note }),
  };
}

/** A pair with a known answer is offered to the next reviewer as a new case; any other sample is judged once. */
async function nextTurn({ clock, config }: ServiceContext, tx: Kysely<Database>, row: CaseRow) {
  const isKnown = (await knownPairs.find(tx, row.id)) !== undefined;
  if (!isKnown || !(await knownPairs.isLeftForSomebody(tx, row.id)))
    return { sampled_at: null, due_at: null };
  const now = clock();
  return { sampled_at: now, due_at: new Date(now.getTime() + config.desk.reviewDueHours * 3_600_000) };
}

/** For a case that is already decided, the judgement counts for quality figures only. */
async function endSample(review: Review, row: CaseRow, judgement: JudgementRow): Promise<void> {
  const { context, tx, caller, requestId } = review;
  await judgements.update(tx, judgement, { applies_at: null });
  await cases.update(tx, row.id, {
    ...(await nextTurn(context, tx, row)),
    priority: 1,
    assigned_to: null,
    ...NO_CLAIM,
  });
  await writeAudit(context, tx, { row, caller, requestId, action: `test ${judgement.outcome}` });
}
