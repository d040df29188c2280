import { readFileSync } from 'node:fs';

const ledger = readFileSync(new URL('../../docs/privacy.md', import.meta.url), 'utf8');

/** The cells of each row of the table under a heading of docs/privacy.md. */
export function rowsOf(heading: string): string[][] {
  const section = ledger.slice(ledger.indexOf(`## ${heading}\n`)).split('\n## ')[0]!;
  const [, , ...rows] = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

/** A purpose for which something of a person is stored, compared or shown, and the words of the consent that say so. */
interface Purpose {
  name: string;
  sayings: { key: string; words: string }[];
}

export const purposes: readonly Purpose[] = rowsOf('Every purpose').map((cells) => ({
  name: cells[0]!,
  sayings: [...cells.at(-1)!.matchAll(/`([\w.]+)` “([^”]+)”/g)].map(([, key, words]) => ({
    key: key!,
    words: words!,
  })),
}));

/** The purposes of which each word that is cited stands in the consent. @param texts the English texts by their keys. */
export function consentedPurposes(texts: ReadonlyMap<string, unknown>): readonly Purpose[] {
  return purposes.filter(
    ({ sayings }) =>
      sayings.length > 0 && sayings.every(({ key, words }) => `${texts.get(key)}`.includes(words)),
  );
}
