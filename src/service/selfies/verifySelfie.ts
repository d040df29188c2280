import type { Kysely, Selectable } from 'kysely';
import { undecidedStatuses } from '../../contract/caseStatus.ts';
import { type SelfieSignals, unmeasured } from '../../contract/selfieCheck.ts';
import { advanceCase } from '../cases/advanceCase.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { changeCase } from '../cases/changeCase.ts';
import { endHandoff } from '../cases/endHandoff.ts';
import { handoffEvidence } from '../cases/handoffView.ts';
import { agreesToFace, asksForPicture } from '../cases/requirements.ts';
import { purposes } from '../crypto/purposes.ts';
import type { Database } from '../db/schema.ts';
import type { ReferenceImagesTable, SelfieChecksTable } from '../db/selfieTables.ts';
import { cases } from '../db/store/cases.ts';
import { handoffs } from '../db/store/handoffs.ts';
import { referenceImages, selfieChecks, selfieFrames, selfieTrails } from '../db/store/selfieChecks.ts';
import type { Job, JobRunner } from '../jobs/jobs.ts';
import { PictureError } from '../pictures/pictureStore.ts';
import { testModeRules } from '../testmode/testModeRules.ts';
import { afterFailure, waitForMachine } from './examine/failedExamination.ts';
import type { Evidence, Verdict } from './examiner.ts';
import { unpackRecording } from './recording.ts';
import { findReplayed } from './replays.ts';
import type { SelfieCheckContext } from './selfieContext.ts';
import { forcedSelfie, noSignals, selfieFacts } from './selfieFacts.ts';

/** The job that judges a captured selfie and advances its case. */
export const verifySelfie: JobRunner<SelfieCheckContext> = async (context, job) => {
  const { subject } = job;
  const captured = await findCaptured(context, job);
  if (!captured) return async () => undefined;
  const judged = isWanted(captured.row, subject) ? await judge(context, captured, job) : null;
  if (judged === 'overloaded') return async () => waitForMachine(context);
  return async (tx) => {
    const row = await cases.lock(tx, captured.row.mode, captured.row.id);
    const check = row && (await selfieChecks.findByKey(tx, { id: subject, case_id: row.id }));
    // Another worker took over this job because it ran too long here, and has judged already. Its verdict stands.
    if (check?.status !== 'processing') return undefined;
    const current = isWanted(row!, subject) ? currentOf(row!, judged) : null;
    if (current && (await isComparedAnew(tx, row!, current))) {
      await keepFindings(tx, check, current.verdict);
      return { again: context.clock() };
    }
    if (current) await applyVerdict(context, tx, row!, check, current.verdict);
    else await dropCheck(context, tx, row!, subject);
    return undefined;
  };
};

/** A verdict, and the picture that the selfie was compared with. */
interface Judged {
  verdict: Verdict;
  /** As `comparedWith` says; `null` where it does not matter. */
  beside: string | null;
}

/** The details may have come meanwhile. */
function currentOf(row: CaseRow, judged: Judged | null): Judged | null {
  const forced = forcedSelfie(row);
  return forced ? { verdict: forced, beside: null } : judged;
}

/** The picture that a selfie is compared with, and what its comparison counts. */
function comparedWith({ assurance }: CaseRow, reference: { created_at: Date } | undefined): string {
  return `${assurance.reference} ${reference?.created_at.toISOString() ?? 'none'}`;
}

/**
 * Whether the case got another picture while the selfie was judged, such as the portrait of a document that was read
 * meanwhile. Without a comparison with it the verdict could approve the case of another person.
 */
async function isComparedAnew(tx: Kysely<Database>, row: CaseRow, { beside }: Judged): Promise<boolean> {
  return beside !== null && beside !== comparedWith(row, await referenceImages.described(tx, row.id));
}

/** What the next judgement takes over: captures that came meanwhile replay this one, not the reverse. */
async function keepFindings(
  tx: Kysely<Database>,
  { id, case_id, signals: drawn }: Selectable<SelfieChecksTable>,
  { liveness, signals }: Verdict,
): Promise<void> {
  const { draws, stuckAt } = { ...noSignals, ...drawn };
  await selfieChecks.update(
    tx,
    { id, case_id },
    { liveness: JSON.stringify(liveness), signals: JSON.stringify({ ...signals, draws, stuckAt }) },
  );
}

/** A capture that waits for its judgement. */
interface CapturedCheck {
  row: CaseRow;
  checkId: string;
  startedAt: Date;
  /** What an earlier judgement of the same pictures found out about other captures; `null` before any. */
  replays: Pick<SelfieSignals, 'replayOf' | 'notCompared'> | null;
}

async function findCaptured(
  { db }: SelfieCheckContext,
  { subject, case_id }: Job,
): Promise<CapturedCheck | null> {
  const check = await selfieChecks.findByKey(db, { id: subject, case_id });
  if (check?.status !== 'processing') return null;
  const row = await cases.find(db, check.mode, check.case_id);
  const { liveness, signals, created_at: startedAt } = check;
  const replays = liveness.result === 'not_performed' ? null : signals;
  return row?.data_key ? { row, checkId: subject, startedAt, replays } : null;
}

/**
 * A face is measured only while the case is undecided and has its data key and the consent, and this is its newest
 * check.
 */
function isWanted({ status, consent, data_key, checks }: CaseRow, checkId: string): boolean {
  const isOpen = data_key !== null && agreesToFace(consent) && undecidedStatuses.includes(status);
  return isOpen && checks.selfie.id === checkId;
}

async function judge(
  context: SelfieCheckContext,
  captured: CapturedCheck,
  job: Job,
): Promise<Judged | 'overloaded'> {
  const { row, checkId, replays } = captured;
  const forced = forcedSelfie(row);
  if (forced) return { verdict: forced, beside: null };
  try {
    const reference = await referenceImages.find(context.db, row.id);
    const beside = comparedWith(row, reference);
    const evidence = await evidenceOf(context, captured, reference);
    const { looks, ...verdict } = await context.examiner.judge(evidence, {
      caseId: row.id,
      capture: checkId,
    });
    // Later captures replay this one, not the reverse.
    const found = replays ?? (looks && (await findReplayed(context, { row, checkId, evidence, looks })));
    if (found?.replayOf) return { verdict: replayed(verdict, found.replayOf), beside };
    const signals = { ...verdict.signals, notCompared: found?.notCompared ?? null };
    return { verdict: await decideUndecided(context, captured, { ...verdict, signals }), beside };
  } catch (error) {
    const failure = afterFailure(context, job, error);
    if (failure === 'overloaded') return 'overloaded';
    const verdict: Verdict = {
      selfie: 'not_performed',
      reasons: [failure],
      liveness: unmeasured,
      faceMatch: unmeasured,
      signals: noSignals,
    };
    return { verdict, beside: null };
  }
}

/** Reused pictures prove nothing about the person present. */
function replayed(
  { faceMatch, signals }: Verdict,
  replayOf: NonNullable<SelfieSignals['replayOf']>,
): Verdict {
  const liveness = { result: 'fail', score: 0 } as const;
  return {
    selfie: 'spoof',
    reasons: ['selfie_replayed'],
    liveness,
    faceMatch,
    signals: { ...signals, replayOf },
  };
}

/** If a comparison is inconclusive twice, a reviewer decides: a third attempt would not add information. */
async function decideUndecided(
  { db }: SelfieCheckContext,
  { row }: CapturedCheck,
  verdict: Verdict,
): Promise<Verdict> {
  const isUndecided = verdict.reasons[0] === 'selfie_reference_undecided';
  if (!isUndecided || !(await selfieChecks.wasUndecided(db, row.id))) return verdict;
  return { ...verdict, selfie: 'not_performed' };
}

async function evidenceOf(
  { db, pictures }: SelfieCheckContext,
  { row, checkId, startedAt }: CapturedCheck,
  reference: Selectable<ReferenceImagesTable> | undefined,
): Promise<Evidence> {
  const sealed = await selfieFrames.ofCheck(db, { id: checkId, case_id: row.id });
  const trail = await selfieTrails.ofCheck(db, { id: checkId, case_id: row.id });
  const isTestFaceAllowed = testModeRules.allowsTestFace(row.mode);
  const isReferenceEvidence =
    row.assurance.reference === 'document' && row.policy.documentPortrait === 'evidence';
  // Deleted by retention, say: without a comparison the face of anybody would do.
  if (row.assurance.reference !== 'none' && !reference && !isReferenceEvidence)
    throw new PictureError('picture_missing', 'the picture of the case');
  const [frames, portrait, recording] = await Promise.all([
    Promise.all(
      sealed.map(async (frame) => ({
        step: frame.step,
        file: await pictures.open(row, purposes.frame(checkId, frame.position), frame),
      })),
    ),
    reference ? pictures.open(row, purposes.referenceImage, reference) : null,
    trail ? pictures.open(row, purposes.trail(checkId), trail) : null,
  ]);
  return {
    frames,
    reference: portrait,
    isReferenceEvidence,
    recording: recording && unpackRecording(recording),
    availableMs: !isTestFaceAllowed && trail ? trail.received_at.getTime() - startedAt.getTime() : null,
    isTestFaceAllowed,
  };
}

/** Ends a check that is no longer wanted, without any statement about its pictures. */
async function dropCheck(
  context: SelfieCheckContext,
  tx: Kysely<Database>,
  row: CaseRow,
  checkId: string,
): Promise<void> {
  await selfieChecks.update(tx, { id: checkId, case_id: row.id }, { status: 'expired' });
  if (!row.data_key || row.checks.selfie.id !== checkId) return;
  const selfie = { ...row.checks.selfie, status: 'expired' };
  await changeCase(context, tx, row, { set: { checks: JSON.stringify({ ...row.checks, selfie }) } });
}

async function applyVerdict(
  context: SelfieCheckContext,
  tx: Kysely<Database>,
  row: CaseRow,
  { id: checkId, signals: drawn }: Selectable<SelfieChecksTable>,
  verdict: Verdict,
): Promise<void> {
  const now = context.clock();
  const { engine } = context.examiner;
  const check = await selfieChecks.update(
    tx,
    { id: checkId, case_id: row.id },
    {
      status: STATUS[verdict.selfie],
      reasons: JSON.stringify(verdict.reasons),
      liveness: JSON.stringify(verdict.liveness),
      face_match: JSON.stringify(verdict.faceMatch),
      engine: engine && JSON.stringify(engine),
      signals: JSON.stringify({
        ...verdict.signals,
        draws: drawn?.draws ?? null,
        stuckAt: drawn?.stuckAt ?? null,
        handoff: handoffEvidence(await handoffs.find(tx, row.id)),
      }),
      completed_at: now,
    },
  );
  const { facts, attempts_left, last_error } = selfieFacts(row, verdict);
  const selfie = { status: check.status, id: checkId, completedAt: now.toISOString() };
  const established = { liveness: verdict.liveness.result, faceMatch: verdict.faceMatch.result };
  const changed = await changeCase(context, tx, row, {
    set: {
      facts: JSON.stringify(facts),
      checks: JSON.stringify({ ...row.checks, selfie }),
      assurance: JSON.stringify({ ...row.assurance, ...established }),
      attempts_left,
      // Only an attempt pays for new challenges.
      ...(attempts_left < row.attempts_left && { challenges_drawn: 0 }),
      last_error: last_error && JSON.stringify(last_error),
    },
    event: { type: 'selfie_check.completed', selfieCheckId: checkId },
  });
  if (!asksForPicture(changed)) await endHandoff(context, tx, changed, 'done');
  await advanceCase(context, tx, changed);
}

const STATUS = {
  passed: 'passed',
  retry: 'failed',
  no_match: 'failed',
  spoof: 'failed',
  not_performed: 'inconclusive',
} as const;
