import { linkAudit } from '../audit/linkAudit.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { cases } from '../db/store/cases.ts';
import { housekeeping } from '../db/store/housekeeping.ts';
import { selfieChecks } from '../db/store/selfieChecks.ts';
import { webhookEndpoints } from '../db/store/webhookEndpoints.ts';
import type { Deps } from '../deps.ts';
import type { JobRunner, SweepKind } from '../jobs/job.ts';
import { applyRetention } from './applyRetention.ts';
import { expireCases } from './expireCases.ts';
import { expireChallenges } from './expireChallenges.ts';
import { freeCases } from './freeCases.ts';

interface Sweep {
  everyMs: number;
  /** When there will be something to do before that, as far as it is known by now. */
  nextDue?(deps: Deps): Promise<Date | null>;
  /** Does a bounded part of what the clock asks for. @returns whether there is more. */
  run(deps: Deps): Promise<boolean>;
}

/** What the clock does, each by one node at a time. */
export const sweeps: Readonly<Record<SweepKind, Sweep>> = {
  expire_cases: { everyMs: 60_000, run: expireCases, nextDue: ({ db }) => cases.nextExpiry(db) },
  expire_challenges: {
    everyMs: 60_000,
    run: expireChallenges,
    nextDue: ({ db }) => selfieChecks.nextExpiry(db),
  },
  free_cases: { everyMs: 60_000, run: freeCases },
  apply_retention: { everyMs: 10_000, run: applyRetention },
  forget_expired: { everyMs: 60_000, run: ({ db, clock }) => housekeeping.forget(db, clock()) },
  purge_endpoints: {
    everyMs: 60_000,
    run: (deps) => inTransaction(deps, (tx) => webhookEndpoints.purge(tx, MOST_PURGED)),
  },
  link_audit: { everyMs: 30_000, run: linkAudit },
  roll_partitions: {
    everyMs: 3_600_000,
    run: async (deps) => {
      const dropped = await housekeeping.rollPartitions(deps.db, deps.clock());
      if (dropped.length > 0) deps.log.info('weeks dropped', { count: dropped.length });
      return false;
    },
  },
  vacuum: { everyMs: 3_600_000, run: ({ db }) => housekeeping.vacuum(db).then(() => false) },
};

/** Deliveries of an endpoint that are deleted at once. */
const MOST_PURGED = 1000;

/** How soon a sweep that left something goes on: others of its lane come first. */
const REST_MS = 50;
/** How soon it runs again at the earliest, whatever comes due. */
const SOONEST_MS = 1000;

/** The job of a sweep, which is never done. */
export function sweepJob(kind: SweepKind): JobRunner<Deps> {
  return async (deps) => {
    const sweep = sweeps[kind];
    const hasMore = await sweep.run(deps);
    const now = deps.clock().getTime();
    const wait = hasMore ? REST_MS : await restOf(sweep, deps, now);
    return async () => ({ again: new Date(now + wait) });
  };
}

async function restOf({ everyMs, nextDue }: Sweep, deps: Deps, now: number): Promise<number> {
  const next = await nextDue?.(deps);
  return next ? Math.min(everyMs, Math.max(SOONEST_MS, next.getTime() - now)) : everyMs;
}
