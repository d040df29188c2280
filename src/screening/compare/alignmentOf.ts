import type { AlignedPair, Alignment, MatchedParts } from './alignment.ts';
import { type NameColumns, tokenFlag } from './nameColumns.ts';
import { orderOf } from './orderOf.ts';
import type { Query } from './query.ts';

/**
 * Copies the matched pairs out of scratch memory, with their order and romanisations.
 * @param name row of the listed name
 */
export function alignmentOf(
  columns: NameColumns,
  query: Query,
  name: number,
  matched: MatchedParts,
): Alignment {
  const { nameTokenStart, nameTokens, tokenFlags } = columns;
  const { pairs, onlyQuery, onlySyllables, onlyListed, opposed } = matched;
  const start = nameTokenStart[name]!;
  const isListedVowelless = (tokenFlags[nameTokens[start]!]! & tokenFlag.vowelless) !== 0;
  return {
    pairs: pairs.map((pair) => ({ ...pair })),
    matchedBits: matched.matchedBits,
    onlyQuery,
    onlySyllables,
    onlyListed,
    opposed,
    order: orderOf(pairs, query),
    mixedRomanisations: hasMixedRomanisations(pairs, query, nameTokens, start),
    crossesScripts: query.parts[0]!.vowelless !== isListedVowelless,
  };
}

/** A name uses one romanisation: parts that match under different ones are different names. */
function hasMixedRomanisations(
  pairs: AlignedPair[],
  { parts }: Query,
  nameTokens: Uint32Array,
  start: number,
): boolean {
  let common = -1;
  for (const { from, count, listedFrom } of pairs) {
    const links = count === 1 && parts[from]!.links?.get(nameTokens[start + listedFrom]!);
    if (links) common &= links;
  }
  return common === 0;
}
