import * as z from 'zod/mini';
import { AmlStatus, Dataset, ScreeningCriteria, ScreeningExplanation } from './amlScreening.ts';
import { Hit, HitReasonCode, HitStrength, ListTopic } from './hit.ts';
import { idSchema } from './ids.ts';
import { Mode } from './mode.ts';
import { ListDays } from './monitoring.ts';
import { Timestamp } from './scalars.ts';

/** Only the last four characters of an identifier are included: the person who gave it knows the rest. */
const ReportIdentifier = z.object({
  country: z.nullable(z.string()),
  type: z.nullable(z.string()),
  last4: z.string(),
});

/** The subject of the screening, as it was given. */
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

/** The hit as the reviewer saw it. GET /aml/entities/:id?dataset= returns the full list entry. */
export const ShownHit = z.object({
  name: z.string(),
  score: z.number(),
  strength: HitStrength,
  lists: z.array(z.string()),
  topics: z.array(z.string()),
  datasetVersion: z.nullable(z.string()),
  /** The comparison of name, date of birth, country and numbers, in plain English. */
  compared: z.array(z.string()),
});
export type ShownHit = z.infer<typeof ShownHit>;

/** A reviewer's decision about a hit or the case. Each decision is a row of its own; none replaces another. */
export const ReportDecision = z.object({
  at: z.nullable(Timestamp),
  /** The API key of the decision. */
  by: z.nullable(z.string()),
  /** The name of the reviewer, if the caller gave it. */
  reviewer: z.nullable(z.string()),
  /** A proposal has no effect until another person confirms it. */
  kind: z.enum(['resolution', 'proposal', 'confirmation']),
  /** The screening of the decision, which may be an earlier screening of the same person. */
  screeningId: z.nullable(z.string()),
  /** The hit; `null` for a decision on the case. */
  hitId: z.nullable(z.string()),
  decision: z.string(),
  reasonCode: z.nullable(HitReasonCode),
  note: z.nullable(z.string()),
  /** The end of an exception; `null` for any other decision. */
  until: z.nullable(Timestamp),
  /** `null` for a decision on the case, and if the hit was not stored. */
  shown: z.nullable(ShownHit),
});
export type ReportDecision = z.infer<typeof ReportDecision>;

/** A repeated screening. */
export const Rescreen = z.object({
  at: Timestamp,
  datasetVersion: z.string(),
  status: AmlStatus,
  /** The number of hits that are new, that a list has changed, and that are on no list any more. */
  newHits: z.int(),
  changedHits: z.int(),
  endedHits: z.int(),
});
export type Rescreen = z.infer<typeof Rescreen>;

/** The complete record of a screening, for the compliance file. */
export const AmlReport = z.object({
  object: z.literal('aml_report'),
  screeningId: idSchema('aml'),
  caseId: z.nullable(idSchema('case')),
  watchId: z.nullable(idSchema('watch')),
  mode: Mode,
  status: AmlStatus,
  /** `null` after erasure. */
  subject: z.nullable(ReportSubject),
  /** The criteria of the request. `null`: all kinds of lists, or the default threshold. */
  lists: z.nullable(z.array(ListTopic)),
  minScore: z.nullable(z.number()),
  clientReferenceId: z.nullable(z.string()),
  criteria: ScreeningCriteria,
  dataset: z.nullable(Dataset),
  /** The parts that could not be compared; `null` if all were. */
  explain: z.nullable(ScreeningExplanation),
  /** All hits that are stored. */
  hits: z.array(Hit),
  totalHits: z.nullable(z.int()),
  decisions: z.array(ReportDecision),
  /** The newest 100, newest first. */
  rescreens: z.array(Rescreen),
  /** The state of each list per day since the screening; equal consecutive days are combined. */
  listDays: z.array(ListDays),
  /** Times at which the person could not be screened again and was quarantined until the next version of the lists. */
  putAside: z.array(Timestamp),
  createdAt: Timestamp,
  completedAt: z.nullable(Timestamp),
  generatedAt: Timestamp,
  /** The API key that requested the report. */
  generatedBy: z.string(),
});
export type AmlReport = z.infer<typeof AmlReport>;
