import * as z from 'zod/mini';
import { sizeLimits } from './limits.ts';

/** A day in a query, `YYYY-MM-DD`. */
export const GivenDay = z
  .string()
  .check(
    z.regex(/^\d{4}-\d\d-\d\d$/, { error: 'date_invalid' }),
    z.refine(isRealDay, { error: 'date_invalid' }),
  );

/** The range of days in UTC, both included; default: the last 30. */
export const ReadStats = z.strictObject({ from: z.optional(GivenDay), to: z.optional(GivenDay) }).check(
  z.refine(({ from, to }) => !from || !to || daysBetween(from, to) < sizeLimits.eventDays, {
    error: 'too_long',
    path: ['to'],
  }),
  z.refine(({ from, to }) => !from || !to || from <= to, { error: 'range_invalid', path: ['to'] }),
);
export type ReadStats = z.infer<typeof ReadStats>;

const count = z.int().check(z.gte(0));
const seconds = z.nullable(z.number());

/** The progress, up to now, of the cases that were created on one day. */
export const DayStats = z.object({
  date: z.string(),
  created: count,
  consented: count,
  details: count,
  selfie: count,
  submitted: count,
  outcomes: z.object({ approved: count, declined: count, in_review: count, expired: count, canceled: count }),
  /** The number of requests for another selfie on that day, by reason. */
  retryReasons: z.record(z.string(), count),
  /** Median seconds of a step, counted from the previous step; `null` if no case reached it. */
  medianSeconds: z.object({ consent: seconds, details: seconds, selfie: seconds, outcome: seconds }),
});
export type DayStats = z.infer<typeof DayStats>;

/** Every day of the range, oldest first. */
export const Stats = z.object({ from: z.string(), to: z.string(), data: z.array(DayStats) });
export type Stats = z.infer<typeof Stats>;

function isRealDay(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}
