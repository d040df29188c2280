import * as z from 'zod/mini';
import { AmlStatus, Dataset } from './amlScreening.ts';
import { Hit, HitReasonCode, ListTopic } from './hit.ts';
import { idSchema } from './ids.ts';
import { Mode } from './mode.ts';
import { Timestamp } from './scalars.ts';

/** Identifiers are cut to their last four characters: whoever gave them knows the rest. */
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

/** What a reviewer decided: of a hit, or of the case. */
export const ReportDecision = z.object({
  at: z.nullable(Timestamp),
  /** The API key that it came with. */
  by: z.nullable(z.string()),
  /** The hit; `null` for a decision on the case. */
  hitId: z.nullable(z.string()),
  decision: z.string(),
  reasonCode: z.nullable(HitReasonCode),
  note: z.nullable(z.string()),
});
export type ReportDecision = z.infer<typeof ReportDecision>;

/** One time that somebody was screened again. */
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
  /** What was asked for: `null` stands for all kinds of lists, and for the usual threshold. */
  lists: z.nullable(z.array(ListTopic)),
  minScore: z.nullable(z.number()),
  dataset: z.nullable(Dataset),
  hits: z.array(Hit),
  decisions: z.array(ReportDecision),
  /** The newest hundred, newest first. */
  rescreens: z.array(Rescreen),
  createdAt: Timestamp,
  completedAt: z.nullable(Timestamp),
  generatedAt: Timestamp,
  /** The API key that asked for it. */
  generatedBy: z.string(),
});
export type AmlReport = z.infer<typeof AmlReport>;
