import * as z from 'zod/mini';
import { Hit, ListTopic } from './hit.ts';
import { idSchema } from './ids.ts';
import { Mode } from './mode.ts';
import { Timestamp, text } from './scalars.ts';
import { ScreenedOrganisation, ScreenedPerson } from './screenedSubject.ts';

export const AmlStatus = z.enum(['processing', 'clear', 'possible_match', 'confirmed_match', 'unavailable']);
export type AmlStatus = z.infer<typeof AmlStatus>;

/** The body of POST /aml/screen: one of a case, a person and an organisation. */
export const Screen = z
  .strictObject({
    caseId: z.optional(text(60)),
    person: z.optional(ScreenedPerson),
    organisation: z.optional(ScreenedOrganisation),
    lists: z.optional(z.array(ListTopic).check(z.minLength(1, { error: 'required' }))),
    minScore: z.optional(z.number().check(z.gte(0.5), z.lte(1))),
  })
  .check(
    z.refine(
      ({ caseId, person, organisation }) =>
        [caseId, person, organisation].filter((subject) => subject !== undefined).length === 1,
      { error: 'required', path: ['person'] },
    ),
  );
export type Screen = z.infer<typeof Screen>;

/** One list of a dataset; `null` where it says nothing of it. */
export const DatasetList = z.object({
  name: z.string(),
  publishedAt: z.nullable(Timestamp),
  fetchedAt: z.nullable(Timestamp),
  entities: z.nullable(z.int()),
  rejectedRows: z.nullable(z.int()),
  isStale: z.nullable(z.boolean()),
});
export type DatasetList = z.infer<typeof DatasetList>;

/** Which lists decided: `version` changes with any of their content. */
export const Dataset = z.object({
  version: z.string(),
  publishedAt: z.nullable(Timestamp),
  lists: z.array(DatasetList),
});
export type Dataset = z.infer<typeof Dataset>;

export const AmlScreening = z.object({
  id: idSchema('aml'),
  object: z.literal('aml_screening'),
  mode: Mode,
  caseId: z.nullable(idSchema('case')),
  status: AmlStatus,
  dataset: z.nullable(Dataset),
  hits: z.array(Hit),
  createdAt: Timestamp,
  completedAt: z.nullable(Timestamp),
});
export type AmlScreening = z.infer<typeof AmlScreening>;
