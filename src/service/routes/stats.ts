import type { DayStats } from '../../contract/stats.ts';
import { type FunnelRow, stats } from '../db/store/stats.ts';
import type { Handlers } from '../http/handler.ts';

const DAY_MS = 86_400_000;
const DAYS = 30;

export const statsRoutes = {
  readStats: async ({ deps, tx, caller: { mode }, query }) => {
    const today = deps.clock().toISOString().slice(0, 10);
    const to = query.to ?? (query.from ? earlierOf(today, addDays(query.from, DAYS - 1)) : today);
    const from = query.from ?? addDays(to, 1 - DAYS);
    const range = { mode, from: new Date(from), until: new Date(addDays(to, 1)) };
    const funnel = new Map((await stats.funnel(tx, range)).map((row) => [row.date, row]));
    const retries = await stats.retries(tx, range);
    const data: DayStats[] = [];
    for (let date = from; date <= to; date = addDays(date, 1)) {
      const reasons = retries.filter((row) => row.date === date).map(({ reason, count }) => [reason, count]);
      data.push({ ...viewDay(date, funnel.get(date)), retryReasons: Object.fromEntries(reasons) });
    }
    return { body: { from, to, data } };
  },
} satisfies Partial<Handlers>;

function viewDay(date: string, row: FunnelRow | undefined): Omit<DayStats, 'retryReasons'> {
  const { created = 0, consented = 0, details = 0, selfie = 0, submitted = 0 } = row ?? {};
  const { approved = 0, declined = 0, in_review = 0, expired = 0, canceled = 0 } = row ?? {};
  return {
    date,
    created,
    consented,
    details,
    selfie,
    submitted,
    outcomes: { approved, declined, in_review, expired, canceled },
    medianSeconds: {
      consent: row?.consent_seconds ?? null,
      details: row?.details_seconds ?? null,
      selfie: row?.selfie_seconds ?? null,
      outcome: row?.outcome_seconds ?? null,
    },
  };
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

function earlierOf(one: string, other: string): string {
  return one < other ? one : other;
}
