import type { Kysely } from 'kysely';
import { type CaseRow, changeCase } from '../cases/changeCase.ts';
import { settleCase } from '../cases/settleCase.ts';
import type { Database } from '../db/schema.ts';
import { cases } from '../db/store/cases.ts';
import { referenceImages } from '../db/store/referenceImages.ts';
import { selfieChecks } from '../db/store/selfieChecks.ts';
import { selfieFrames } from '../db/store/selfieFrames.ts';
import type { Deps } from '../deps.ts';
import type { JobRunner } from '../jobs/job.ts';
import type { Evidence, Verdict } from './examiner.ts';
import { forcedSelfie } from './forcedSelfie.ts';
import { selfieFacts } from './selfieFacts.ts';

/** How often a capture is judged that the engine fails on, before a human has to. */
const ATTEMPTS = 3;

/** The job that judges a captured selfie and takes its case on. */
export const verifySelfie: JobRunner = async (deps, { subject, attempt }) => {
  const found = await findCaptured(deps, subject);
  if (!found) return async () => undefined;
  const verdict = forcedSelfie(found.row) ?? (await judge(deps, found, attempt));
  return async (tx) => {
    await applyVerdict(deps, tx, subject, found.row, verdict);
    return undefined;
  };
};

interface Found {
  row: CaseRow;
  checkId: string;
}

async function findCaptured({ db }: Deps, checkId: string): Promise<Found | null> {
  const check = await db.selectFrom('selfie_checks').selectAll().where('id', '=', checkId).executeTakeFirst();
  if (check?.status !== 'processing') return null;
  const row = await cases.find(db, check.mode, check.case_id);
  return row?.data_key ? { row, checkId } : null;
}

async function judge(deps: Deps, found: Found, attempt: number): Promise<Verdict> {
  try {
    return await deps.examiner.judge(await evidenceOf(deps, found));
  } catch (error) {
    if (attempt < ATTEMPTS) throw error;
    const unmeasured = { result: 'not_performed', score: null } as const;
    return { selfie: 'not_performed', reasons: [], liveness: unmeasured, faceMatch: unmeasured };
  }
}

async function evidenceOf({ db, vault }: Deps, { row, checkId }: Found): Promise<Evidence> {
  const sealed = await selfieFrames.ofCheck(db, checkId);
  const reference = await referenceImages.find(db, row.id);
  return {
    frames: sealed.map((frame) => ({
      step: frame.step,
      file: vault.open(row, `frame ${checkId} ${frame.position}`, frame.sealed),
    })),
    reference: reference ? vault.open(row, 'reference image', reference.sealed) : null,
  };
}

async function applyVerdict(
  deps: Deps,
  tx: Kysely<Database>,
  checkId: string,
  { mode, id }: CaseRow,
  verdict: Verdict,
): Promise<void> {
  const row = await cases.lock(tx, mode, id);
  if (!row || row.checks.selfie.id !== checkId) return;
  // Whoever took this job over, because it took too long here, has judged by now: that verdict stands.
  if ((await selfieChecks.find(tx, mode, checkId))?.status !== 'processing') return;
  const now = deps.clock();
  const { engine } = deps.examiner;
  const check = await selfieChecks.update(tx, checkId, {
    status: STATUS[verdict.selfie],
    reasons: JSON.stringify(verdict.reasons),
    liveness: JSON.stringify(verdict.liveness),
    face_match: JSON.stringify(verdict.faceMatch),
    engine: engine && JSON.stringify(engine),
    completed_at: now,
  });
  const { facts, attempts_left, last_error } = selfieFacts(row, verdict);
  const selfie = { status: check.status, id: checkId, completedAt: now.toISOString() };
  const established = { liveness: verdict.liveness.result, faceMatch: verdict.faceMatch.result };
  const changed = await changeCase(deps, tx, row, {
    set: {
      facts: JSON.stringify(facts),
      checks: JSON.stringify({ ...row.checks, selfie }),
      assurance: JSON.stringify({ ...row.assurance, ...established }),
      attempts_left,
      last_error: last_error && JSON.stringify(last_error),
    },
    event: { type: 'selfie_check.completed', selfieCheckId: checkId },
  });
  await settleCase(deps, tx, changed);
}

const STATUS = {
  passed: 'passed',
  retry: 'failed',
  no_match: 'failed',
  spoof: 'failed',
  not_performed: 'inconclusive',
} as const;
