import { readFileSync } from 'node:fs';
import { enConsent } from '../../../src/texts/en/enConsent.ts';
import { enDocument } from '../../../src/texts/en/enDocument.ts';
import { enHandoff } from '../../../src/texts/en/enHandoff.ts';
import { enLinks } from '../../../src/texts/en/enLinks.ts';
import { enRest } from '../../../src/texts/en/enRest.ts';
import { enStart } from '../../../src/texts/en/enStart.ts';
import { enWallet } from '../../../src/texts/en/enWallet.ts';
import type { Language } from '../../../src/widget/locales/languageTags.ts';

const LANGUAGES = new URL('../../../src/texts/languages/', import.meta.url);
const LOCALES = new URL('../../../src/widget/locales/', import.meta.url);
const FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** A text, or one for each form of a number. */
export type Text = string | Record<string, string>;

/** Every text by its path. */
function flatTexts(texts: object, path = ''): [string, Text][] {
  return Object.entries(texts).flatMap(([key, value]): [string, Text][] => {
    const isText = typeof value === 'string' || Object.keys(value).every((form) => FORMS.includes(form));
    return isText ? [[`${path}${key}`, value]] : flatTexts(value, `${path}${key}.`);
  });
}

/** The English texts by their paths. */
export const englishTexts: ReadonlyMap<string, Text> = new Map([
  ...flatTexts(enStart),
  ...flatTexts(enConsent),
  ...flatTexts(enRest),
  ...flatTexts(enHandoff),
  ...flatTexts({ wallet: enWallet }),
  ...flatTexts({ document: enDocument }),
  ...flatTexts(enLinks),
]);

/** All texts of a language by their paths: those of the widget, the hand-off, the wallet, the document, the messages and the hosted page. */
export function textsIn(tag: Language): ReadonlyMap<string, Text> {
  if (tag === 'en') return englishTexts;
  const { start, rest, handoff, wallet, document, links } = JSON.parse(
    readFileSync(new URL(`${tag}.json`, LANGUAGES), 'utf8'),
  ) as Record<'start' | 'rest' | 'handoff' | 'wallet' | 'document' | 'links', object>;
  return new Map(
    [start, rest, handoff, { wallet }, { document }, links].flatMap((texts) => flatTexts(texts)),
  );
}

/** Every string of the texts: each form of a number is one. */
export function stringsOf(texts: ReadonlyMap<string, Text>): [string, string][] {
  return [...texts].flatMap(([key, text]) =>
    typeof text === 'string'
      ? [[key, text] as [string, string]]
      : Object.entries(text).map(([form, words]): [string, string] => [`${key}.${form}`, words]),
  );
}

/** A finding of a language review and its resolution; empty: not decided yet. */
export interface Finding {
  key: string;
  decision: string;
}

/** The finds of a language, from `src/widget/locales/findings`. */
export function findingsOf(tag: string): Finding[] {
  const page = readFileSync(new URL(`findings/${tag}.md`, LOCALES), 'utf8');
  return tableRows(page).map((cells) => ({ key: cells[0]!, decision: cells[4]! }));
}

/** The words chosen for the terms, by language; from docs/words.md. */
export function chosenWords(): Map<string, { check: string; stopped: string; photo: string; site: string }> {
  const page = readFileSync(new URL('../../../docs/words.md', LOCALES), 'utf8');
  const table = page.slice(page.indexOf('## The words chosen'));
  return new Map(
    tableRows(table).map(([tag, check, stopped, photo, site]) => [
      tag!,
      { check: check!, stopped: stopped!, photo: photo!, site: site! },
    ]),
  );
}

/** The cells of each row of the first table of a page, its head left out. */
function tableRows(page: string): string[][] {
  const [, ...rows] = page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .filter((line) => !line.startsWith('|---'));
  return rows.map((row) =>
    row
      .slice(1, row.lastIndexOf('|'))
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
}
