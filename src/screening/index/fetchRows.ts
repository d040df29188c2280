import type { Columns } from './columns.ts';

/**
 * Reads what comparing these names will read, one column after the other: the processor then waits for many of the rows,
 * which lie far apart, at the same time, and not for each in turn while it compares.
 */
export function fetchRows(columns: Columns, names: Uint32Array, length: number): void {
  const { nameTokenStart, nameEntity, nameFlags, nameTokens, entityFlags, entityDateStart } = columns;
  let sum = 0;
  for (let i = 0; i < length; i++) {
    const name = names[i]!;
    sum ^= nameTokenStart[name]! ^ nameEntity[name]! ^ nameFlags[name]!;
  }
  for (let i = 0; i < length; i++) {
    const name = names[i]!;
    const entity = nameEntity[name]!;
    sum ^= entityFlags[entity]! ^ entityDateStart[entity]! ^ nameTokens[nameTokenStart[name]!]!;
  }
  for (let i = 0; i < length; i++) sum ^= fetchTokens(columns, names[i]!);
  read[0] = sum;
}

/** Sink for what was read, without a meaning: the compiler would remove reads whose result is unused. */
const read = new Int32Array(1);

function fetchTokens(columns: Columns, name: number): number {
  const { nameTokenStart, nameTokens, tokenLetters, tokenFlags, tokenBits, tokenCodeStart } = columns;
  const end = nameTokenStart[name + 1]!;
  let sum = 0;
  for (let i = nameTokenStart[name]!; i < end; i++) {
    const token = nameTokens[i]!;
    sum ^= tokenLetters[token]! ^ tokenFlags[token]! ^ tokenBits[token]! ^ tokenCodeStart[token]!;
  }
  return sum;
}
