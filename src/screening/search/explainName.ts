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
  const restGiven = query.parts.filter((_, i) => !pairs.some((pair) => has(pair.from, pair.count, i)));
  const restListed = listed.filter(
    (_, i) => !pairs.some((pair) => has(pair.listedFrom, pair.listedCount, i)),
  );
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

function joined(parts: readonly Part[], from: number, count: number): string {
  let text = parts[from]?.text ?? '';
  for (let i = from + 1; i < from + count; i++) text += ` ${parts[i]!.text}`;
  return text;
}

function has(from: number, count: number, part: number): boolean {
  return part >= from && part < from + count;
}

function leftOut(parts: readonly Part[], side: 'given' | 'listed'): NameExplanation['leftOut'] {
  return parts.filter(({ minor }) => minor).map(({ text }) => ({ text, side, reason: minorReason(text) }));
}
