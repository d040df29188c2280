import * as z from 'zod/mini';
import { idSchema } from './ids.ts';
import { Mode } from './mode.ts';
import { Timestamp } from './scalars.ts';

const BatchFormat = z.enum(['csv', 'jsonl']);

/** The form field of POST /aml/batches: the file format. Default: JSON lines if the file begins with a brace, else CSV. */
export const CreateBatch = z.strictObject({
  format: z.optional(BatchFormat),
  /** Watch the subjects of all rows, or of those with a possible match: they are screened again whenever a list changes. */
  watch: z.optional(z.enum(['all', 'alerts'])),
});
export type CreateBatch = z.infer<typeof CreateBatch>;

/** The query of GET /aml/batches/:id/results. Default: the format of the uploaded file. */
export const ReadBatchResults = z.strictObject({
  format: z.optional(BatchFormat),
  /** `changes`: only rows whose alert is new, changed or ended since the customer's newest screening, and unreadable rows. */
  only: z.optional(z.literal('changes')),
});
export type ReadBatchResults = z.infer<typeof ReadBatchResults>;

/** A file that is screened in the background. Its rows and results are kept encrypted until `expiresAt`. */
export const Batch = z.object({
  id: idSchema('batch'),
  object: z.literal('aml_batch'),
  mode: Mode,
  status: z.enum(['processing', 'completed', 'failed']),
  format: BatchFormat,
  /**
   * Numbers of rows: all; done; unreadable; with a possible or confirmed match, after what was decided for their customers; without
   * one, but with a part that could not be compared; and with an alert that is new or changed.
   */
  rows: z.object({
    total: z.int(),
    done: z.int(),
    bad: z.int(),
    withHits: z.int(),
    notComparable: z.int(),
    newAlerts: z.int(),
  }),
  datasetVersion: z.nullable(z.string()),
  threshold: z.number(),
  createdAt: Timestamp,
  completedAt: z.nullable(Timestamp),
  expiresAt: z.nullable(Timestamp),
});
export type Batch = z.infer<typeof Batch>;
