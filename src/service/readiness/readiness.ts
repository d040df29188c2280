import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { LackingList } from '../../contract/amlScreening.ts';
import { KeyStoreAway } from '../crypto/keySlots.ts';
import { newerVersion, pendingMigrations } from '../db/migrate.ts';
import { isReadOnly, requireWrites } from '../db/requireWrites.ts';
import type { Database } from '../db/schema.ts';
import { quarantine } from '../db/store/quarantine.ts';
import type { Deps } from '../deps.ts';
import { keyStore } from '../keys/keyStore.ts';
import { errorForLog } from '../log.ts';
import type { ScreeningLists } from '../screenings/screeningLists.ts';
import type { Config } from '../settings/config.ts';

/** How long a result is cached: no key is needed, so anybody can ask at any rate. */
const DATABASE_MS = 500;
const MIGRATIONS_MS = 10_000;
const MONITORING_MS = 5000;
const DISK_MS = 1000;
const BUCKET_MS = 5000;

type Needs = Pick<
  Deps,
  'db' | 'config' | 'log' | 'lists' | 'examiner' | 'walletTrust' | 'state' | 'pictures' | 'slots'
> & {
  /** Whether the disk of PostgreSQL is full. */
  isFull: () => Promise<boolean>;
  /** Time limit for the database and each bucket, so that they do not delay the response: 2000 unless it says otherwise. */
  answerMs?: number;
};

/** @returns a function that reports whether this process can work. */
export function startReadiness(needs: Needs): () => Promise<Readiness> {
  const { db, config, log, lists, examiner, walletTrust, state, isFull, answerMs = 2000 } = needs;
  const inTime = (condition: Promise<Condition>) =>
    Promise.race([condition, delay(answerMs, null, { ref: false }).then(failTooSlow)]);
  const failing = (check: string, instead: Condition, insteadOf = (_: unknown) => instead) => ({
    insteadOf,
    log: (error: unknown) => log.warn('readiness unknown', { check, ...errorForLog(error) }),
  });
  const database = cachedFor(
    DATABASE_MS,
    () => inTime(databaseCondition(db)),
    failing('database', UNKNOWN, (error) => (isReadOnly(error) ? READ_ONLY : UNKNOWN)),
  );
  const migrations = cachedFor(MIGRATIONS_MS, () => migrationsCondition(db), failing('migrations', UNKNOWN));
  const monitoring = cachedFor(
    MONITORING_MS,
    () => monitoringCondition(db),
    failing('monitoring', UNWATCHED),
  );
  const pictures = knownFor(
    BUCKET_MS,
    () => inTime(picturesCondition(needs.pictures)),
    failing('pictures', AWAY),
  );
  const keys = knownFor(BUCKET_MS, () => inTime(keysCondition(needs.slots)), failing('keys', KEYS_AWAY));
  const disk = cachedFor(DISK_MS, () => diskCondition(config, isFull), failing('disk', UNMEASURED));
  return async () => {
    const answer = await database();
    const [ofKeys, ofPictures] = await Promise.all([keys(), pictures()]);
    const checks = {
      database: answer,
      migrations: answer.status === 'ok' ? await migrations() : UNKNOWN,
      lists: listsCondition(lists, config),
      monitoring: answer.status === 'ok' ? await monitoring() : UNWATCHED,
      keys: ofKeys,
      pictures: ofPictures,
      eye: engineCondition(examiner.engine),
      wallet: walletCondition(walletTrust),
      disk: await disk(),
      draining: drainingCondition(state),
    };
    return { isReady: Object.values(checks).every(({ status }) => status !== 'fail'), checks };
  };
}

/** Its code is what the log says of a database or bucket that hangs. */
function failTooSlow(): never {
  throw Object.assign(new Error('There was no answer in time.'), { code: 'TooSlow' });
}

async function migrationsCondition(db: Needs['db']): Promise<Condition> {
  const pending = await pendingMigrations(db);
  const newer = pending.length === 0 ? await newerVersion(db) : null;
  if (newer) return { status: 'fail', detail: newer };
  if (pending.length === 0) return WELL;
  return {
    status: 'fail',
    detail: `Pending migrations: ${pending.join(', ')}. Run "idv-verify-service migrate".`,
    pending,
  };
}

const WELL: Condition = { status: 'ok' };
const UNKNOWN: Condition = {
  status: 'fail',
  detail: 'The database does not answer. Check that it runs and can be reached.',
};

/** As long as that lasts, no request that changes anything is answered. */
const READ_ONLY: Condition = {
  status: 'fail',
  detail:
    'The database takes no writes: it is a standby, or read-only by default. Check that the address leads to the primary.',
};

async function databaseCondition(db: Needs['db']): Promise<Condition> {
  await requireWrites(db);
  return WELL;
}

const UNWATCHED: Condition = {
  status: 'warn',
  detail: 'The state of monitoring is unknown: the database did not answer.',
};

/** A node without its bucket refuses captures alone; the others have the same bucket. */
const AWAY: Condition = {
  status: 'warn',
  detail:
    'The bucket of PICTURES does not answer, or takes nothing: captures are refused, and pictures wait to be judged.',
};

async function picturesCondition(pictures: Deps['pictures']): Promise<Condition> {
  if (!pictures.hasStore) return WELL;
  await pictures.check();
  return WELL;
}

const KEYS_AWAY: Condition = {
  status: 'warn',
  detail:
    'The bucket of KEYS does not answer: whatever needs a data key that is not in memory is refused, and erased ones wait to be destroyed.',
};

const KEEPS_VERSIONS: Condition = {
  status: 'warn',
  detail:
    'The bucket of KEYS has begun to keep versions, so no data key is destroyed. Delete its earlier versions, and move KEYS to a bucket without versioning.',
};

/** Without slots, erasure does not reach copies of the database. */
async function keysCondition(slots: Deps['slots']): Promise<Condition> {
  if (!slots) return { status: 'warn', detail: keyStore.missing };
  try {
    await slots.check();
    return WELL;
  } catch (error) {
    if (error instanceof KeyStoreAway && error.code === 'BucketKeepsVersions') return KEEPS_VERSIONS;
    throw error;
  }
}

function engineCondition(engine: { version: string } | null): Condition {
  if (engine) return { status: 'ok', version: engine.version };
  return {
    status: 'warn',
    detail: 'The face engine is missing: selfies of live mode go to review. Run "npm run build".',
  };
}

/** Trust lists for credentials: a node whose lists are refused continues with the last good ones. */
function walletCondition(trust: Deps['walletTrust']): Condition {
  if (!trust.isConfigured) return { status: 'ok', state: 'none', roots: 0, problems: [] };
  const problems = trust.problems().map(({ code, detail }) => ({ code, detail }));
  const roots = trust.size;
  if (problems.length === 0) return { status: 'ok', state: 'in_use', roots, problems };
  const detail = `Problems with trust lists: ${problems.map((one) => one.detail).join('; ')}.`;
  return { status: 'warn', state: 'problems', detail, roots, problems };
}

function drainingCondition({ draining }: { draining: boolean }): Condition {
  return draining ? { status: 'fail', detail: 'The service is shutting down.' } : { status: 'ok' };
}

/** Caches a condition; concurrent callers share one query. The first failure in a row is logged. */
function cachedFor(
  ms: number,
  check: () => Promise<Condition>,
  failing: { insteadOf: (error: unknown) => Condition; log: (error: unknown) => void },
): () => Promise<Condition> {
  let last: { at: number; answer: Promise<Condition> } | undefined;
  let isFailing = false;
  const ask = async () => {
    try {
      const answer = await check();
      isFailing = false;
      return answer;
    } catch (error) {
      if (!isFailing) failing.log(error);
      isFailing = true;
      return failing.insteadOf(error);
    }
  };
  return () => {
    const now = performance.now();
    if (!last || now - last.at >= ms) last = { at: now, answer: ask() };
    return last.answer;
  };
}

/** The same, but nobody waits for more than the first answer: what warns alone must not make a probe give up. */
function knownFor(...args: Parameters<typeof cachedFor>): () => Promise<Condition> {
  const ask = cachedFor(...args);
  let known: Condition | null = null;
  return async () => {
    const asked = ask().then((answer) => {
      known = answer;
      return answer;
    });
    return known ?? (await asked);
  };
}

/** The state of one prerequisite of the service. With `warn` it still works; with `fail` it does not. */
export interface Condition {
  status: 'ok' | 'warn' | 'fail';
  /** A sentence that names the problem and the list, file or migration. */
  detail?: string;
  [more: string]: unknown;
}

/** Whether a process can work, with the conditions checked. */
export interface Readiness {
  isReady: boolean;
  checks: Record<
    | 'database'
    | 'migrations'
    | 'lists'
    | 'monitoring'
    | 'keys'
    | 'pictures'
    | 'eye'
    | 'wallet'
    | 'disk'
    | 'draining',
    Condition
  >;
}

const LOW_BYTES = 512 * 2 ** 20;
/** A write of the embedded database and its log must still fit. */
const FULL_BYTES = 64 * 2 ** 20;

const UNMEASURED: Condition = {
  status: 'warn',
  detail: 'The free disk space of DATA_DIR cannot be determined.',
};

/** PostgreSQL stops, and does not start, without space for its write-ahead log. */
const SILENT =
  'The disk of PostgreSQL was full, and it has not answered since. Free space and start it again.';

/**
 * Free disk space of the data directory and of PostgreSQL. A full disk stops a process whose database is on it.
 * @param isFull whether PostgreSQL's disk is full; rejects if it was full and does not answer.
 */
export async function diskCondition(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  isFull: () => Promise<boolean>,
): Promise<Condition> {
  // The database check reports why it does not answer.
  const full = await isFull().catch(() => 'unknown');
  if (full === 'unknown') return { status: 'fail', detail: SILENT };
  if (full) return { status: 'fail', detail: 'The disk of PostgreSQL is full. Free space on it.' };
  const free = await freeBytes(resolve(dataDir));
  if (free === null) return UNMEASURED;
  const freeMb = Math.floor(free / 2 ** 20);
  if (free >= LOW_BYTES) return { status: 'ok', freeMb };
  const isTooLittle = free < FULL_BYTES && databaseUrl === null;
  return {
    status: isTooLittle ? 'fail' : 'warn',
    detail: `The disk of DATA_DIR has ${freeMb} MB left. Free space on it.`,
    freeMb,
  };
}

/** Free space of the folder, or of its nearest existing parent. */
async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    // The folder does not exist yet.
    const above = dirname(folder);
    return above === folder ? null : await freeBytes(above);
  }
}

/**
 * The lists available for screening. `state` is one of `none` (no lists are configured), `loading`, `in_use`, `stale`
 * and `refused`; `problems` name each list, file or address, with a code.
 */
function listsCondition(lists: ScreeningLists, { amlLists }: Pick<Config, 'amlLists'>): Condition {
  if (amlLists.length === 0) {
    const detail =
      'AML_LISTS is empty: in live mode nobody is screened, so nobody is approved. Set it to the lists to screen against.';
    return { status: 'warn', state: 'none', detail, inUse: 0, problems: [] };
  }
  const inUse = lists.inUse()?.index.dataset.lists.length ?? 0;
  // Refused lists do not make a node unready as long as the last good ones are in use.
  const status = inUse === 0 ? 'fail' : 'warn';
  if (lists.isLoading())
    return { status: status, state: 'loading', detail: 'The lists are loading.', inUse, problems: [] };
  const reported = lists.problems();
  const errors = reported.filter(({ isError }) => isError);
  const problems = reported.map(({ code, detail }) => ({ code, detail }));
  const lacking = lists.lacking();
  if (reported.length + lacking.length === 0) return { status: 'ok', state: 'in_use', inUse, problems };
  const named = (errors.length > 0 ? errors : reported).map(({ code, detail }) => `${code}: ${detail}`);
  const unavailable = lacking.length > 0 ? [lackingText(lacking)] : [];
  const isStale = reported.every(({ code }) => code === 'list_stale');
  return {
    status: errors.length > 0 ? status : 'warn',
    state: isStale ? 'stale' : 'refused',
    detail: [...unavailable, `Problems with the lists: ${named.join('; ')}.`].join(' '),
    inUse,
    problems,
    lacking,
  };
}

/** The required lists that are missing or too old, as a sentence. */
export function lackingText(lacking: readonly LackingList[]): string {
  const named = lacking.map(({ list, why }) => `${list} (${why})`).join(', ');
  return `Live screening is unavailable, because required lists are missing or outdated: ${named}.`;
}

/** Whether every subject was screened against the current lists; `doctor` and the log name the others. */
async function monitoringCondition(db: Kysely<Database>): Promise<Condition> {
  const quarantined = await quarantine.count(db);
  if (quarantined === 0) return { status: 'ok' };
  const detail = `${quarantined} cases, watches or checks are damaged and were quarantined. Run "idv-verify-service doctor" to list them.`;
  return { status: 'warn', detail, quarantined };
}
