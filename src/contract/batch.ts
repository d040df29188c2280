import * as z from 'zod/mini';
import { idSchema } from './ids.ts';
import { Mode } from './mode.ts';
import { Timestamp } from './scalars.ts';

const BatchFormat = z.enum(['csv', 'jsonl']);

/** The form field of POST /aml/batches: the file format. Default: JSON lines if the file begins with a brace, else CSV. */
export const CreateBatch = z.strictObject({ format: z.optional(BatchFormat) });
export type CreateBatch = z.infer<typeof CreateBatch>;

/** The query of GET /aml/batches/:id/results. Default: the format of the uploaded file. */
export const ReadBatchResults = z.strictObject({ format: z.optional(BatchFormat) });
export type ReadBatchResults = z.infer<typeof ReadBatchResults>;

/** A file that is screened in the background. Its rows and results are kept encrypted until `expiresAt`. */
export const Batch = z.object({
  id: idSchema('batch'),
  object: z.literal('aml_batch'),
  mode: Mode,
  status: z.enum(['processing', 'completed', 'failed']),
  format: BatchFormat,
  /**
   * Numbers of rows: all; done; unreadable; with a possible match (a score from `threshold` on); and without a possible
   * match but with a part that could not be compared.
   */
  rows: z.object({
    total: z.int(),
    done: z.int(),
    bad: z.int(),
    withHits: z.int(),
    notComparable: z.int(),
  }),
  datasetVersion: z.nullable(z.string()),
  threshold: z.number(),
  createdAt: Timestamp,
  completedAt: z.nullable(Timestamp),
  expiresAt: z.nullable(Timestamp),
});
export type Batch = z.infer<typeof Batch>;
