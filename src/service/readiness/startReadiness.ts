import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { newerVersion, pendingMigrations } from '../db/migrate.ts';
import type { Deps } from '../deps.ts';
import { diskCondition } from './diskCondition.ts';
import { listsCondition } from './listsCondition.ts';
import { monitoringCondition } from './monitoringCondition.ts';
import type { Condition, Readiness } from './Readiness.ts';

/** How long an answer is cached: no key is needed, so anybody may ask at any rate. */
const DATABASE_MS = 500;
const MIGRATIONS_MS = 10_000;
const MONITORING_MS = 5000;
const DISK_MS = 1000;

type Needs = Pick<Deps, 'db' | 'config' | 'lists' | 'examiner' | 'state'> & {
  /** Whether the disk of PostgreSQL is full. */
  isFull: () => Promise<boolean>;
};

/** A database that does not answer must not delay the answer. */
const ANSWER_MS = 2000;

/** @returns tells, as often as it is asked, whether this process can work. */
export function startReadiness(needs: Needs): () => Promise<Readiness> {
  const { db, config, lists, examiner, state, isFull } = needs;
  const database = kept(DATABASE_MS, async () => {
    return await Promise.race([sql`select 1`.execute(db).then(() => WELL), late()]);
  });
  const migrations = kept(MIGRATIONS_MS, async () => {
    const pending = await pendingMigrations(db);
    const newer = pending.length === 0 ? await newerVersion(db) : null;
    if (newer) return { status: 'fail', detail: newer };
    if (pending.length === 0) return { status: 'ok' };
    return { status: 'fail', detail: `Migrations are open: ${pending.join(', ')}.`, pending };
  });
  const monitoring = kept(MONITORING_MS, () => monitoringCondition(db));
  const disk = kept(DISK_MS, () => diskCondition(config, isFull));
  return async () => {
    const answer = await database().catch(() => UNKNOWN);
    const checks = {
      database: answer,
      migrations: answer.status === 'ok' ? await migrations().catch(() => UNKNOWN) : UNKNOWN,
      lists: listsCondition(lists, config),
      monitoring: answer.status === 'ok' ? await monitoring().catch(() => UNWATCHED) : UNWATCHED,
      eye: eyeCondition(examiner.engine),
      disk: await disk(),
      draining: drainingCondition(state),
    };
    return { isReady: Object.values(checks).every(({ status }) => status !== 'fail'), checks };
  };
}

const WELL: Condition = { status: 'ok' };
const UNKNOWN: Condition = { status: 'fail', detail: 'The database does not answer.' };

const UNWATCHED: Condition = { status: 'warn', detail: 'Nobody can tell who is monitored.' };

async function late(): Promise<Condition> {
  await delay(ANSWER_MS, undefined, { ref: false });
  return UNKNOWN;
}

function eyeCondition(engine: { version: string } | null): Condition {
  if (engine) return { status: 'ok', version: engine.version };
  return { status: 'warn', detail: 'There is no face engine: selfies of live mode go to review.' };
}

function drainingCondition({ draining }: { draining: boolean }): Condition {
  return draining ? { status: 'fail', detail: 'The service is shutting down.' } : { status: 'ok' };
}

/** Asks at most once in a while; who asks meanwhile gets the same answer. */
function kept(ms: number, ask: () => Promise<Condition>): () => Promise<Condition> {
  let last: { at: number; answer: Promise<Condition> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.at >= ms) {
      last = { at: now, answer: ask() };
      // Whoever asked hears of a failure; nobody else has to.
      last.answer.catch(() => undefined);
    }
    return last.answer;
  };
}
