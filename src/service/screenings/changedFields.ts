import type { SaidOfHit } from './saidOf.ts';

const LISTS = [
  'birthDates',
  'placesOfBirth',
  'countries',
  'nationalities',
  'residences',
  'identifiers',
  'programmes',
] as const;
const TEXTS = ['kind', 'gender', 'listedOn', 'position', 'remarks'] as const;

/**
 * The fields in which lists say something else of an entity than they said of others before, all of them together: entries
 * that were merged into one say the same as before if nothing was added and nothing left out.
 */
export function changedFields(before: readonly SaidOfHit[], now: SaidOfHit): string[] {
  const changed: string[] = [];
  const was = before.map(({ entity }) => entity);
  const names = was.flatMap(({ name, aliases }) => [name, ...aliases]);
  if (!names.includes(now.entity.name)) changed.push('name');
  if (!isSame(names, [now.entity.name, ...now.entity.aliases])) changed.push('aliases');
  for (const field of LISTS) {
    const values = was.flatMap((entity): readonly unknown[] => entity[field]);
    if (!isSame(values, now.entity[field])) changed.push(field);
  }
  for (const field of TEXTS)
    if (!was.some((entity) => entity[field] === now.entity[field])) changed.push(field);
  for (const field of ['lists', 'topics'] as const) {
    const values = before.flatMap((one) => one[field]);
    if (!isSame(values, now[field])) changed.push(field);
  }
  return changed;
}

/** Whether two lists have the same values, in whatever order and however often. */
function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  const texts = (values: readonly unknown[]) =>
    [...new Set(values.map((value) => JSON.stringify(value)))].sort().join();
  return texts(some) === texts(others);
}
