import type { AlignedPair } from '../compare/alignment.ts';
import { tokenFlag } from '../compare/nameColumns.ts';
import { mask } from '../compare/pickPairs.ts';
import type { ScreeningIndex } from '../index/screeningIndex.ts';
import { tokenTextOf } from '../index/tokenTextOf.ts';
import type { Listed } from '../lists/listed.ts';
import { minorReason } from '../names/minorReason.ts';
import { nameText } from './explanationTexts.ts';
import type { NameFinding } from './finding.ts';
import type { NameExplanation } from './hit.ts';

/** A part of either name as the explanation speaks of it. */
interface Part {
  text: string;
  minor: boolean;
}

/** Which parts of the given name matched which parts of the listed one, and which were unmatched or left out. */
export function explainName(index: ScreeningIndex, finding: NameFinding, entity: Listed): NameExplanation {
  const { name, query, alignment } = finding;
  const first = index.columns.entityNameStart[index.columns.nameEntity[name]!]!;
  const { text, quality } = entity.names[name - first]!;
  const listed = listedParts(index, name);
  const pairs = alignment.pairs.length < 2 ? alignment.pairs : alignment.pairs.toSorted(byPlace);
  const explained: NameExplanation = {
    given: finding.given,
    transliteration: joined(query.parts, 0, query.parts.length),
    listed: text,
    listedTransliteration: joined(listed, 0, listed.length),
    quality,
    parts: pairs.map((pair) => ({
      given: joined(query.parts, pair.from, pair.count),
      listed: joined(listed, pair.listedFrom, pair.listedCount),
      how: pair.how,
      similarity: Math.round(pair.similarity * 100) / 100,
      bits: Math.round(pair.information * 10) / 10,
    })),
    onlyGiven: [],
    onlyListed: [],
    leftOut: [],
    text: '',
  };
  addLeft(explained, query.parts, { side: 'given', matched: matchedParts(pairs, 'given') });
  addLeft(explained, listed, { side: 'listed', matched: matchedParts(pairs, 'listed') });
  explained.text = nameText(explained);
  return explained;
}

type Side = NameExplanation['leftOut'][number]['side'];

function byPlace(a: AlignedPair, b: AlignedPair): number {
  return a.from - b.from;
}

/** The matched parts of one side, one bit each. */
function matchedParts(pairs: AlignedPair[], side: Side): number {
  let matched = 0;
  for (const pair of pairs)
    matched |= side === 'given' ? mask(pair.from, pair.count) : mask(pair.listedFrom, pair.listedCount);
  return matched;
}

/** Adds the unmatched parts of one side. */
function addLeft(
  { onlyGiven, onlyListed, leftOut }: NameExplanation,
  parts: readonly Part[],
  { side, matched }: { side: Side; matched: number },
): void {
  for (let i = 0; i < parts.length; i++) {
    if (matched & (1 << i)) continue;
    const { text, minor } = parts[i]!;
    if (minor) leftOut.push({ text, side, reason: minorReason(text) });
    else (side === 'given' ? onlyGiven : onlyListed).push(text);
  }
}

function listedParts({ columns }: ScreeningIndex, name: number): Part[] {
  const { nameTokenStart, nameTokens, tokenFlags } = columns;
  const parts: Part[] = [];
  for (let i = nameTokenStart[name]!; i < nameTokenStart[name + 1]!; i++) {
    const token = nameTokens[i]!;
    parts.push({ text: tokenTextOf(columns, token), minor: (tokenFlags[token]! & tokenFlag.minor) !== 0 });
  }
  return parts;
}

function joined(parts: readonly Part[], from: number, count: number): string {
  let text = parts[from]?.text ?? '';
  for (let i = from + 1; i < from + count; i++) text += ` ${parts[i]!.text}`;
  return text;
}
