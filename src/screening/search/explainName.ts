import type { AlignedPair } from '../compare/alignment.ts';
import { tokenFlag } from '../compare/nameColumns.ts';
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

/** What of the given name met what of the listed one, and what was left over or left out. */
export function explainName(index: ScreeningIndex, finding: NameFinding, entity: Listed): NameExplanation {
  const { name, query, alignment } = finding;
  const first = index.columns.entityNameStart[index.columns.nameEntity[name]!]!;
  const { text, quality } = entity.names[name - first]!;
  const listed = listedParts(index, name);
  const pairs = [...alignment.pairs].sort((a, b) => a.from - b.from);
  const parts = pairs.map((pair) => ({
    given: joined(query.parts, pair.from, pair.count),
    listed: joined(listed, pair.listedFrom, pair.listedCount),
    how: pair.how,
    similarity: Math.round(pair.similarity * 100) / 100,
    bits: Math.round(pair.information * 10) / 10,
  }));
  const restGiven = unmet(
    query.parts,
    pairs.map(({ from, count }) => [from, count]),
  );
  const restListed = unmet(listed, pairs.map(listedSpan));
  const explained = {
    given: finding.given,
    transliteration: joined(query.parts, 0, query.parts.length),
    listed: text,
    listedTransliteration: joined(listed, 0, listed.length),
    quality,
    parts,
    onlyGiven: restGiven.filter(({ minor }) => !minor).map(({ text }) => text),
    onlyListed: restListed.filter(({ minor }) => !minor).map(({ text }) => text),
    leftOut: [...leftOut(restGiven, 'given'), ...leftOut(restListed, 'listed')],
  };
  return { ...explained, text: nameText(explained) };
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

function listedSpan({ listedFrom, listedCount }: AlignedPair): [number, number] {
  return [listedFrom, listedCount];
}

function joined(parts: readonly Part[], from: number, count: number): string {
  return parts
    .slice(from, from + count)
    .map(({ text }) => text)
    .join(' ');
}

function unmet(parts: readonly Part[], spans: [number, number][]): Part[] {
  return parts.filter((_, i) => !spans.some(([from, count]) => i >= from && i < from + count));
}

function leftOut(parts: Part[], side: 'given' | 'listed'): NameExplanation['leftOut'] {
  return parts.filter(({ minor }) => minor).map(({ text }) => ({ text, side, reason: minorReason(text) }));
}
