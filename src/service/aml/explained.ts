import type { Explanation, Hit } from './hit.ts';
import type { ScreeningIndex } from './index/screeningIndex.ts';
import type { Listed } from './lists/listed.ts';
import type { AlignedPair } from './match/alignParts.ts';
import { countryText, dateText, nameText } from './match/reasons.ts';
import type { Finding } from './screen.ts';

/** A finding as a hit: the entity in full, and what was compared with what. */
export function explained(
  index: ScreeningIndex,
  finding: Finding,
  dateOfBirth: string | null,
  countries: string[],
): Hit {
  const { entity: row, circumstances } = finding;
  const entity = entityAt(index, row);
  const [primary, ...aliases] = entity.names;
  const { entityHash } = index.columns;
  return {
    id: entity.id,
    score: finding.score,
    lists: entity.lists,
    topics: entity.topics,
    entity: {
      name: primary!.text,
      aliases: aliases.map(({ text }) => text),
      birthDates: entity.birthDates,
      countries: entity.countries,
      sourceUrl: entity.sourceUrl,
    },
    explain: {
      name: explainedName(index, finding, entity),
      dateOfBirth: {
        result: circumstances.date,
        given: dateOfBirth,
        listed: entity.birthDates,
        text: dateText(circumstances.date, dateOfBirth, entity.birthDates),
      },
      country: {
        result: circumstances.country,
        given: countries,
        listed: entity.countries,
        text: countryText(circumstances.country, countries, entity.countries),
      },
    },
    contentHash: [entityHash[2 * row]!, entityHash[2 * row + 1]!]
      .map((n) => n.toString(16).padStart(8, '0'))
      .join(''),
  };
}

function entityAt({ columns }: ScreeningIndex, row: number): Listed {
  const { entityJson, entityJsonStart } = columns;
  const start = entityJsonStart[row]!;
  const bytes = Buffer.from(
    entityJson.buffer,
    entityJson.byteOffset + start,
    entityJsonStart[row + 1]! - start,
  );
  return JSON.parse(bytes.toString()) as Listed;
}

function explainedName({ columns }: ScreeningIndex, finding: Finding, entity: Listed): Explanation['name'] {
  const { name, query, alignment } = finding;
  const { text, quality } = entity.names[name - columns.entityNameStart[finding.entity]!]!;
  const given = query.parts.map((part) => part.text);
  const start = columns.nameTokenStart[name]!;
  const tokens = columns.nameTokens.subarray(start, columns.nameTokenStart[name + 1]);
  const { tokenText, tokenTextStart } = columns;
  const listed = Array.from(tokens, (token) =>
    String.fromCharCode(...tokenText.subarray(tokenTextStart[token], tokenTextStart[token + 1])),
  );
  const inOrder = [...alignment.pairs].sort((a, b) => a.from - b.from);
  const parts = inOrder.map((pair) => ({
    given: given.slice(pair.from, pair.from + pair.count).join(' '),
    listed: listed.slice(pair.listedFrom, pair.listedFrom + pair.listedCount).join(' '),
    how: pair.how,
    similarity: Math.round(pair.similarity * 100) / 100,
  }));
  const unmet = (texts: string[], spans: (pair: AlignedPair) => [number, number]) =>
    texts.filter(
      (_, i) => !inOrder.some((pair) => i >= spans(pair)[0] && i < spans(pair)[0] + spans(pair)[1]),
    );
  const onlyGiven = unmet(given, (pair) => [pair.from, pair.count]);
  const onlyListed = unmet(listed, (pair) => [pair.listedFrom, pair.listedCount]);
  const compared = { listed: text, quality, parts, onlyGiven, onlyListed };
  return { ...compared, text: nameText(compared) };
}
