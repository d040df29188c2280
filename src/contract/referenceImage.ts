import * as z from 'zod/mini';
import { idSchema } from './ids.ts';
import { Mode } from './mode.ts';
import { Timestamp } from './scalars.ts';

/** POST /cases/:id/reference-image has no fields other than the file `image`. */
export const ReferenceImageFields = z.strictObject({});

/** The receipt for a reference picture. The picture itself is never returned. */
export const ReferenceImage = z.object({
  object: z.literal('reference_image'),
  mode: Mode,
  caseId: idSchema('case'),
  createdAt: Timestamp,
});
export type ReferenceImage = z.infer<typeof ReferenceImage>;
