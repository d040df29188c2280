import { identifierKey } from '../compare/identifierKey.ts';
import { entityFlag } from '../index/columns.ts';
import { keySeed } from '../index/keySeed.ts';
import { eachUnder, keyOf } from '../index/keyTable.ts';
import type { ScreeningIndex } from '../index/screeningIndex.ts';
import type { Listed } from '../lists/listed.ts';

/**
 * Whether two rows may be one by the day of birth and the country, as `isSameEntity` asks: told from the columns alone,
 * without reading the entities.
 */
export function mayBeNamesake({ columns }: ScreeningIndex, a: number, b: number): boolean {
  const { entityFlags, entityCountryStart, countries, entityDateStart, dates } = columns;
  const isPerson = entityFlags[a]! & entityFlag.person;
  if (isPerson !== (entityFlags[b]! & entityFlag.person)) return false;
  return (!isPerson || meet(dates, entityDateStart, a, b)) && meet(countries, entityCountryStart, a, b);
}

/** Whether the values of two rows, delimited by `starts`, have one in common. */
function meet(values: Int32Array | Uint16Array, starts: Uint32Array, a: number, b: number): boolean {
  for (let i = starts[a]!; i < starts[a + 1]!; i++)
    for (let j = starts[b]!; j < starts[b + 1]!; j++) if (values[i] === values[j]) return true;
  return false;
}

/** Adds the rows that bear a number of an entity's. */
export function addRowsOfSameNumber({ columns }: ScreeningIndex, entity: Listed, rows: Set<number>): void {
  const { identifierKeyHeads: heads, identifierKeys: keys, identifierKeyValues: values } = columns;
  for (const { number } of entity.identifiers ?? []) {
    const key = identifierKey(number);
    if (key)
      eachUnder({ heads, keys, values }, keyOf(key, keySeed.identifier), Number.POSITIVE_INFINITY, (row) =>
        rows.add(row),
      );
  }
}
