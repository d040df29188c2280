import * as z from 'zod/mini';
import { AmlStatus, ScreenedOrganisation, ScreenedPerson } from './amlScreening.ts';
import { idSchema } from './ids.ts';
import { Mode } from './mode.ts';
import { Timestamp, text } from './scalars.ts';

/** The body of POST /aml/watch: a person or an organisation to screen again after every change of a list. */
export const CreateWatch = z
  .strictObject({
    person: z.optional(ScreenedPerson),
    organisation: z.optional(ScreenedOrganisation),
    clientReferenceId: z.optional(text(200)),
  })
  .check(
    z.refine(({ person, organisation }) => (person === undefined) !== (organisation === undefined), {
      error: 'required',
      path: ['person'],
    }),
  );
export type CreateWatch = z.infer<typeof CreateWatch>;

/** A monitored subject without a case. */
export const Watch = z.object({
  id: idSchema('watch'),
  object: z.literal('aml_watch'),
  mode: Mode,
  clientReferenceId: z.nullable(z.string()),
  status: AmlStatus,
  /** The latest screening. */
  screeningId: z.nullable(idSchema('aml')),
  lastScreenedAt: z.nullable(Timestamp),
  datasetVersion: z.nullable(z.string()),
  createdAt: Timestamp,
});
export type Watch = z.infer<typeof Watch>;
