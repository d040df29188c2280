import { sizeLimits } from '../../contract/limits.ts';
import { recordHead } from '../audit/recordHead.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { changeCase } from '../cases/changeCase.ts';
import { endHandoff } from '../cases/endHandoff.ts';
import { isTooLate, WAIT_MS } from '../cases/handoffView.ts';
import { moveCase } from '../cases/moveCase.ts';
import { redactCase } from '../cases/redactCase.ts';
import { destroyKeys } from '../db/destroyKeys.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { amlBatches } from '../db/store/amlBatches.ts';
import { cases } from '../db/store/cases.ts';
import { credentialChecks } from '../db/store/credentialChecks.ts';
import { documentChecks } from '../db/store/documentChecks.ts';
import { handoffs } from '../db/store/handoffs.ts';
import { housekeeping } from '../db/store/housekeeping.ts';
import { jobs } from '../db/store/jobs.ts';
import { retention } from '../db/store/retention.ts';
import { deskSessions } from '../db/store/reviewers.ts';
import { selfieChecks } from '../db/store/selfieChecks.ts';
import { webhookEndpoints } from '../db/store/webhookEndpoints.ts';
import type { Deps } from '../deps.ts';
import { enqueue, type JobRunner, type NewJob, queueOf, type SweepKind } from '../jobs/jobs.ts';
import { deleteUnused, sweepObjects } from '../pictures/sweepObjects.ts';
import { endExceptions } from '../screenings/endExceptions.ts';
import { noteListDays } from '../screenings/listDays.ts';
import { checkKeys } from './checkKeys.ts';
import { eachInTransaction } from './eachInTransaction.ts';

const BATCH = 100;

/**
 * Expires cases whose deadline for input has passed.
 * @returns whether there are more.
 */
export async function expireCases(deps: Deps): Promise<boolean> {
  const overdue = await cases.overdue(deps.db, deps.clock(), BATCH);
  await eachInTransaction(deps, 'expire_cases', overdue, async (tx, { id }) => {
    const row = await cases.lockById(tx, id);
    if (row?.status !== 'requires_input' || row.redaction || row.expires_at > deps.clock()) return;
    await moveCase(deps, tx, row, { to: 'expired', by: 'clock' });
  });
  return overdue.length === BATCH;
}

const DAY_MS = 86_400_000;

/**
 * Deletes a batch of case data that has exceeded its retention, counted from the end of the case: pictures, personal
 * details, then the evidence of the decision. Screenings without a case are evidence; their retention counts from the
 * screening.
 * @returns whether more is left.
 */
async function applyRetention(deps: Deps): Promise<boolean> {
  const { biometricsDays, detailsDays, evidenceYears } = deps.config.retention;
  const now = deps.clock();
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const pictures = { by: daysAgo(biometricsDays), now, limit: BATCH };
  const deleted = await inTransaction(deps, (tx) => retention.deletePictures(tx, pictures));
  const detailsBy = daysAgo(detailsDays);
  const evidenceBy = earlierOf(detailsBy, yearsAgo(now, evidenceYears));
  await inTransaction(deps, async (tx) => {
    await destroyKeys(deps, tx, await retention.emptyScreenings(tx, evidenceBy, BATCH));
    await destroyKeys(deps, tx, await amlBatches.deleteExpired(tx, now, BATCH));
  });
  const withDetails = await retention.casesWithDetails(deps.db, { by: detailsBy, now, limit: BATCH });
  await eachInTransaction(deps, 'apply_retention', withDetails, async (tx, { id }) => {
    const row = await cases.lockById(tx, id);
    // Monitoring or a reviewer may have opened it again meanwhile.
    if (!row?.ended_at || row.ended_at > detailsBy) return;
    if (!isEvidence(row)) {
      await redactCase(deps, tx, row);
      return;
    }
    await retention.deleteDetails(tx, id);
    // The page of such a case knows that it has ended.
    if (!isDecided(row)) await retention.deletePage(tx, id, now);
    await changeCase(deps, tx, row, { set: { prefill: null, proven: null, details_deleted_at: now } });
  });
  // A session key that was made just before the case expired has ended by then, whatever was decided.
  const pageBy = new Date(now.getTime() - 1000 * sizeLimits.sessionKeySeconds);
  const withPage = await retention.casesWithPage(deps.db, { by: detailsBy, pageBy, now, limit: BATCH });
  await eachInTransaction(deps, 'apply_retention', withPage, async (tx, { id }) => {
    const row = await cases.lockById(tx, id);
    if (row?.ended_at && row.ended_at <= detailsBy && row.expires_at <= pageBy)
      await retention.deletePage(tx, id, now);
  });
  const expired = await retention.endedCases(deps.db, { by: evidenceBy, pageBy, now, limit: BATCH });
  await eachInTransaction(deps, 'apply_retention', expired, async (tx, { id }) => {
    const row = await cases.lockById(tx, id);
    if (!row?.ended_at || row.ended_at > evidenceBy) return;
    if (!isDecided(row) || row.expires_at <= pageBy) await redactCase(deps, tx, row);
  });
  return [withDetails.length, withPage.length, expired.length, deleted].includes(BATCH);
}

/**
 * Whether the case is evidence: a decision, or a hit that was not ruled out. A person who left before a decision never
 * became a customer.
 */
function isEvidence(row: CaseRow): boolean {
  return isDecided(row) || row.facts.aml === 'possible';
}

function isDecided({ status }: CaseRow): boolean {
  return status === 'approved' || status === 'declined';
}

function yearsAgo(now: Date, years: number): Date {
  const at = new Date(now);
  at.setUTCFullYear(at.getUTCFullYear() - years);
  return at;
}

function earlierOf(one: Date, other: Date): Date {
  return one < other ? one : other;
}

interface Sweep {
  everyMs: number;
  /** Time of the next known work before the next interval, if any. */
  nextDue?(deps: Deps): Promise<Date | null>;
  /** Does a bounded part of the periodic work. @returns whether there is more. */
  run(deps: Deps): Promise<boolean>;
}

/** Periodic work; each kind runs on one node at a time. */
export const sweeps: Readonly<Record<SweepKind, Sweep>> = {
  expire_cases: {
    everyMs: 60_000,
    run: expireCases,
    nextDue: ({ db, clock }) => cases.nextExpiry(db, clock()),
  },
  expire_challenges: {
    everyMs: 60_000,
    run: expireChallenges,
    nextDue: ({ db, clock }) => selfieChecks.nextExpiry(db, clock()),
  },
  end_handoffs: { everyMs: 30_000, run: endHandoffs },
  free_cases: { everyMs: 60_000, run: requeueStuckCases },
  apply_retention: { everyMs: 10_000, run: applyRetention },
  forget_expired: { everyMs: 60_000, run: forgetExpired },
  purge_endpoints: {
    everyMs: 60_000,
    run: (deps) => inTransaction(deps, (tx) => webhookEndpoints.purge(tx, MAX_PURGED)),
  },
  record_audit: { everyMs: 30_000, run: (deps) => recordHead(deps).then(() => false) },
  end_exceptions: { everyMs: 60_000, run: endExceptions },
  note_lists: {
    everyMs: 600_000,
    run: (deps) => inTransaction(deps, (tx) => noteListDays(deps, tx)).then(() => false),
  },
  roll_partitions: {
    everyMs: 3_600_000,
    run: async (deps) => {
      const dropped = await housekeeping.rollPartitions(deps.db, deps.clock());
      if (dropped.length > 0) deps.log.info('weeks dropped', { count: dropped.length });
      return false;
    },
  },
  destroy_keys: {
    everyMs: 60_000,
    run: async ({ db, erasure }) => {
      await erasure?.sweep(db);
      return false;
    },
  },
  delete_objects: { everyMs: 10_000, run: deleteUnused },
  sweep_objects: { everyMs: 21_600_000, run: sweepObjects },
  check_keys: { everyMs: 86_400_000, run: checkKeys },
  vacuum: { everyMs: 3_600_000, run: ({ db }) => housekeeping.vacuum(db).then(() => false) },
};

/** Maximum number of deliveries of an endpoint deleted in one run. */
const MAX_PURGED = 1000;

/** Delay before a sweep with remaining work continues; other sweeps of its queue run first. */
const REST_MS = 50;
/** Minimum interval between the starts of two runs. */
const SOONEST_MS = 1000;

/** The job of a sweep; it is rescheduled after each run. */
export function sweepJob(kind: SweepKind): JobRunner<Deps> {
  return async (deps) => {
    const sweep = sweeps[kind];
    // Counted from the start of the run: it may have missed rows that became due meanwhile.
    const began = deps.clock().getTime();
    const hasMore = await sweep.run(deps);
    const runAt = hasMore ? deps.clock().getTime() + REST_MS : began + (await restOf(sweep, deps, began));
    return async () => ({ again: new Date(runAt) });
  };
}

async function restOf({ everyMs, nextDue }: Sweep, deps: Deps, began: number): Promise<number> {
  const next = await nextDue?.(deps);
  return next ? Math.min(everyMs, Math.max(SOONEST_MS, next.getTime() - began)) : everyMs;
}

/** Enqueues each sweep, once for all nodes. */
export async function prepareSweeps({ db, clock, config }: Deps): Promise<void> {
  for (const kind of Object.keys(sweeps) as SweepKind[]) {
    // PostgreSQL vacuums by itself; the embedded database has no process for it.
    if (kind === 'vacuum' && config.databaseUrl !== null) continue;
    const now = clock();
    await jobs.putIfNone(db, {
      id: `job_${kind}`,
      kind,
      queue: queueOf(kind),
      subject: kind,
      case_id: '',
      priority: 0,
      run_at: new Date(now.getTime() + (kind === 'vacuum' ? sweeps.vacuum.everyMs : 0)),
      created_at: now,
    });
  }
}

/**
 * Expires selfie checks, document checks and wallet requests without an answer.
 * @returns whether there are more.
 */
async function expireChallenges(deps: Deps): Promise<boolean> {
  const counts = [await credentialChecks.expireOverdue(deps.db, deps.clock(), BATCH)];
  for (const [kind, checks] of [
    ['selfie', selfieChecks],
    ['document', documentChecks],
  ] as const) {
    const overdue = await checks.overdue(deps.db, deps.clock(), BATCH);
    counts.push(overdue.length);
    await eachInTransaction(deps, 'expire_challenges', overdue, async (tx, { id, case_id }) => {
      const row = await cases.lockById(tx, case_id);
      // A capture, or another check of the case, may have arrived meanwhile.
      const isExpired = await checks.expire(tx, { id, case_id }, deps.clock());
      if (!isExpired || !row?.data_key) return;
      if (row.checks[kind].id !== id || row.checks[kind].status !== 'requires_capture') return;
      const expired = { ...row.checks[kind], status: 'expired' };
      await changeCase(deps, tx, row, {
        set: { checks: JSON.stringify({ ...row.checks, [kind]: expired }) },
      });
    });
  }
  return counts.includes(BATCH);
}

/**
 * Ends hand-offs that no phone joined in time.
 * @returns whether there are more.
 */
async function endHandoffs(deps: Deps): Promise<boolean> {
  const late = await handoffs.withoutPhone(deps.db, new Date(deps.clock().getTime() - WAIT_MS), BATCH);
  await eachInTransaction(
    deps,
    'expire_challenges',
    late.map(({ case_id: id }) => ({ id })),
    async (tx, { id }) => {
      const row = await cases.lockById(tx, id);
      const handoff = row && (await handoffs.find(tx, id));
      if (row && handoff && isTooLate(handoff, deps.clock())) await endHandoff(deps, tx, row, 'no_phone');
    },
  );
  return late.length === BATCH;
}

/**
 * Enqueues a job for cases that wait for a result without one. This should never happen, and would block them
 * permanently.
 * @returns whether more are left.
 */
async function requeueStuckCases(deps: Deps): Promise<boolean> {
  const stuck = await cases.withoutJob(deps.db, deps.clock(), BATCH);
  await eachInTransaction(deps, 'free_cases', stuck, async (tx, { id }) => {
    const row = await cases.lockById(tx, id);
    if (row?.status !== 'processing' || !row.data_key || (await jobs.isWorkedOn(tx, id))) return;
    const due = jobsFor(row);
    deps.log.warn('case had no job', { id, jobs: due.map(({ kind }) => kind).join(', ') });
    for (const job of due) await enqueue(deps, tx, job);
  });
  return stuck.length === BATCH;
}

function jobsFor(row: CaseRow): NewJob[] {
  const { selfie, document } = row.checks;
  const isUnscreened = row.facts.aml === 'none' || row.facts.aml === 'unavailable';
  const due: NewJob[] = [{ kind: isUnscreened ? 'screen_case' : 'settle_case', row }];
  if (row.facts.selfie === 'none' && selfie.status === 'processing' && selfie.id)
    due.push({ kind: 'verify_selfie', row, subject: selfie.id });
  if (row.facts.document === 'processing' && document.status === 'processing' && document.id)
    due.push({ kind: 'read_document', row, subject: document.id });
  return due;
}

function forgetExpired({ db, clock }: Deps) {
  return deskSessions.forget(db, clock()).then(() => housekeeping.forget(db, clock()));
}
