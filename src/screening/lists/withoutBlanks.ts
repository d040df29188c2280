import type { Listed } from './listed.ts';

/** An entity as a reader puts it together: what the list does not say is left out, `undefined`, an empty text or list. */
type Draft = Omit<Listed, (typeof optional)[number]> & {
  [Field in (typeof optional)[number]]?: Listed[Field] | undefined;
};

/** Leaves out what the list does not say: a million entities are kept as they are here. */
export function withoutBlanks(draft: Draft): Listed {
  const entity: Partial<Record<string, unknown>> = { ...draft };
  for (const field of optional) {
    const value = draft[field];
    if (value === undefined || value.length === 0) delete entity[field];
  }
  return entity as unknown as Listed;
}

const optional = [
  'nationalities',
  'residences',
  'placesOfBirth',
  'gender',
  'identifiers',
  'programmes',
  'listedOn',
  'position',
  'remarks',
] as const;
