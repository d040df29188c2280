import * as z from 'zod/mini';
import { Mode } from './mode.ts';
import { Timestamp } from './scalars.ts';
import { daysBetween, GivenDay } from './stats.ts';

/** Maximum number of days of a response. */
const MAX_DAYS = 366;

/** The range of days in UTC, both included; default: the last 30. */
export const ReadMonitoring = z.strictObject({ from: z.optional(GivenDay), to: z.optional(GivenDay) }).check(
  z.refine(({ from, to }) => !from || !to || daysBetween(from, to) < MAX_DAYS, {
    error: 'too_long',
    path: ['to'],
  }),
  z.refine(({ from, to }) => !from || !to || from <= to, { error: 'range_invalid', path: ['to'] }),
);
export type ReadMonitoring = z.infer<typeof ReadMonitoring>;

/**
 * The state of a list on a day: its files were checked and unchanged; new content came into use; new files were refused
 * and the last good ones stay; a required list had no version to use; or the files were not checked.
 */
export const ListDayResult = z.enum(['unchanged', 'changed', 'refused', 'missing', 'not_checked']);
export type ListDayResult = z.infer<typeof ListDayResult>;

/** One list on one day. A value is `null` if it was not published or not checked. */
export const ListDay = z.object({
  list: z.string(),
  result: ListDayResult,
  /** The number of times that its files were compared, and the times of the first and the last comparison. */
  checks: z.int(),
  firstCheckedAt: z.nullable(Timestamp),
  lastCheckedAt: z.nullable(Timestamp),
  publishedAt: z.nullable(Timestamp),
  fetchedAt: z.nullable(Timestamp),
  isStale: z.nullable(z.boolean()),
  /** Hashes of its files in use and of those on disk, equal if these are in use; `null` if they could not be read. */
  inUse: z.nullable(z.string()),
  onDisk: z.nullable(z.string()),
  /** Entities at the end of the day, and before the first change of the day. */
  entities: z.nullable(z.int()),
  entitiesBefore: z.nullable(z.int()),
  /** Why new files were refused. */
  detail: z.nullable(z.string()),
});
export type ListDay = z.infer<typeof ListDay>;

/** One day of monitoring. */
export const MonitoringDay = z.object({
  day: z.string(),
  lists: z.array(ListDay),
  /** Cases and watches that had to be screened against new lists, counted when the lists came into use. */
  due: z.int(),
  /** Number of repeated screenings. */
  done: z.int(),
  /** Cases and watches that could not be screened. They are quarantined and named in the log. */
  putAside: z.int(),
});
export type MonitoringDay = z.infer<typeof MonitoringDay>;

/** The evidence of daily monitoring: GET /aml/monitoring. */
export const AmlMonitoring = z.object({
  object: z.literal('aml_monitoring'),
  mode: Mode,
  from: z.string(),
  to: z.string(),
  /** The current number, whenever they became due. */
  remaining: z.int(),
  putAside: z.int(),
  /** Newest first; contains every day of the range. */
  days: z.array(MonitoringDay),
});
export type AmlMonitoring = z.infer<typeof AmlMonitoring>;

/** Consecutive days with the same result for a list, as in a report. */
export const ListDays = z.object({
  list: z.string(),
  from: z.string(),
  to: z.string(),
  result: ListDayResult,
  entities: z.nullable(z.int()),
  detail: z.nullable(z.string()),
});
export type ListDays = z.infer<typeof ListDays>;
