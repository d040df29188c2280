import type { Listed, ListedName } from './listed.ts';

/** The values that are known, each once. */
export function known(values: readonly (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))];
}

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

/** Each name once, in order, with the best of its qualities and all the dates of birth that are its own. */
export function mergedNames(names: readonly ListedName[]): ListedName[] {
  const byText = new Map<string, ListedName>();
  for (const name of names) {
    const before = byText.get(name.text);
    byText.set(name.text, before ? merged(before, name) : name);
  }
  return [...byText.values()];
}

function merged(before: ListedName, { quality, birthDates = [] }: ListedName): ListedName {
  const best = before.quality === 'weak' ? quality : before.quality;
  const dates = [...new Set([...(before.birthDates ?? []), ...birthDates])];
  return { text: before.text, quality: best, ...(dates.length > 0 ? { birthDates: dates } : {}) };
}
