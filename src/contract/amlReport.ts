import * as z from 'zod/mini';
import { AmlStatus, Dataset, ScreeningCriteria, ScreeningExplanation } from './amlScreening.ts';
import { Hit, HitReasonCode, HitStrength, ListTopic } from './hit.ts';
import { idSchema } from './ids.ts';
import { Mode } from './mode.ts';
import { ListDays } from './monitoring.ts';
import { Timestamp } from './scalars.ts';

/** Identifiers show their last four characters only: the person who gave them knows the rest. */
const ReportIdentifier = z.object({
  country: z.nullable(z.string()),
  type: z.nullable(z.string()),
  last4: z.string(),
});

/** Who was looked for, as it was given. */
export const ReportSubject = z.object({
  kind: z.enum(['person', 'organisation']),
  name: z.string(),
  nativeName: z.nullable(z.string()),
  dateOfBirth: z.nullable(z.string()),
  nationalities: z.array(z.string()),
  countryOfBirth: z.nullable(z.string()),
  countries: z.array(z.string()),
  identifiers: z.array(ReportIdentifier),
});
export type ReportSubject = z.infer<typeof ReportSubject>;

/** The hit as the reviewer saw it. The full list entry: GET /aml/entities/:id?dataset=. */
export const ShownHit = z.object({
  name: z.string(),
  score: z.number(),
  strength: z.nullable(HitStrength),
  lists: z.array(z.string()),
  topics: z.array(z.string()),
  datasetVersion: z.nullable(z.string()),
  /** How name, date of birth, country and numbers compared, in plain English. */
  compared: z.array(z.string()),
});
export type ShownHit = z.infer<typeof ShownHit>;

/** A reviewer's decision about a hit or the case. Each decision is a row of its own; none replaces another. */
export const ReportDecision = z.object({
  at: z.nullable(Timestamp),
  /** The API key that it came with. */
  by: z.nullable(z.string()),
  /** The name of the reviewer, where the caller gave it. */
  reviewer: z.nullable(z.string()),
  /** A proposal has no effect until another person confirms it. */
  kind: z.enum(['resolution', 'proposal', 'confirmation']),
  /** The screening that it was made in, which may be an earlier one of the same person. */
  screeningId: z.nullable(z.string()),
  /** The hit; `null` for a decision on the case. */
  hitId: z.nullable(z.string()),
  decision: z.string(),
  reasonCode: z.nullable(HitReasonCode),
  note: z.nullable(z.string()),
  /** Until when it is remembered, if it is an exception. */
  until: z.nullable(Timestamp),
  /** `null` for a decision on the case, and where it was not kept. */
  shown: z.nullable(ShownHit),
});
export type ReportDecision = z.infer<typeof ReportDecision>;

/** A repeated screening. */
export const Rescreen = z.object({
  at: Timestamp,
  datasetVersion: z.string(),
  status: AmlStatus,
  /** Hits that were new, that a list had changed, and that no list has any more. */
  newHits: z.int(),
  changedHits: z.int(),
  endedHits: z.int(),
});
export type Rescreen = z.infer<typeof Rescreen>;

/** Everything about a screening that a compliance officer files. */
export const AmlReport = z.object({
  object: z.literal('aml_report'),
  screeningId: idSchema('aml'),
  caseId: z.nullable(idSchema('case')),
  watchId: z.nullable(idSchema('watch')),
  mode: Mode,
  status: AmlStatus,
  /** `null` once it was erased. */
  subject: z.nullable(ReportSubject),
  /** The criteria of the request: `null` means all kinds of lists, and the default threshold. */
  lists: z.nullable(z.array(ListTopic)),
  minScore: z.nullable(z.number()),
  clientReferenceId: z.nullable(z.string()),
  criteria: z.nullable(ScreeningCriteria),
  dataset: z.nullable(Dataset),
  /** The parts that could not be compared; `null` if all were. */
  explain: z.nullable(ScreeningExplanation),
  /** All that are kept. */
  hits: z.array(Hit),
  totalHits: z.nullable(z.int()),
  decisions: z.array(ReportDecision),
  /** The newest hundred, newest first. */
  rescreens: z.array(Rescreen),
  /** What became of each list since the screening, days that were alike put together. */
  listDays: z.array(ListDays),
  /** When the person could not be screened again, and was put aside until the next lists. */
  putAside: z.array(Timestamp),
  createdAt: Timestamp,
  completedAt: z.nullable(Timestamp),
  generatedAt: Timestamp,
  /** The API key that asked for it. */
  generatedBy: z.string(),
});
export type AmlReport = z.infer<typeof AmlReport>;
