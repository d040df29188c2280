import { readFileSync } from 'node:fs';
import type { Language } from '../../../src/widget/locales/languageTags.ts';
import { englishTexts, stringsOf, type Text, textsIn } from './texts.ts';

/** The terms of a language; see docs/words.md. */
interface Terms {
  /** Of each term the parts that its forms share: one of them stands in each text of `PLACES`. */
  words: Record<Term, string[]>;
  /** Parts of words that were replaced, lower case: they stand in no text. */
  never: string[];
  /** Words of the form of address that is not used, and of its imperatives. */
  address: string[];
  /** Words that are of the other form of address within a sentence. */
  inside?: string[];
  /** The signs that end a sentence, a text before a value, and a question; empty: none. */
  stop: string;
  colon: string;
  question: string;
  /** The opening and the closing quotation mark. */
  quotes: string;
}

type Term = 'verification' | 'selfie' | 'phone' | 'wallet' | 'link' | 'digits' | 'photo' | 'site';

const terms = JSON.parse(readFileSync(new URL('./terms.json', import.meta.url), 'utf8')) as Record<
  Language,
  Terms
>;

/** The languages that have terms. */
export const languagesWithTerms = Object.keys(terms);

/** The texts in which a term stands. */
const PLACES: Record<Term, readonly string[]> = {
  verification: ['frame.label', 'canceled.title', 'expired.title', 'consent.runs'],
  selfie: ['consent.selfie.title', 'selfie.title', 'handoff.title', 'handoff.waitingLead', 'page.phoneTitle'],
  phone: [
    ...['offer', 'title', 'scan', 'joined', 'notMine', 'noPhone', 'ended', 'waiting', 'refused'].map(
      (key) => `handoff.${key}`,
    ),
    'page.phoneTitle',
    'camera.missingText',
    'mail.open',
  ],
  wallet: ['consent.face', 'wallet.lead', 'wallet.share', 'wallet.source', 'wallet.refused'],
  link: [
    'handoff.copy',
    'handoff.fresh',
    'mail.until',
    'page.endedTitle',
    'page.endedText',
    'page.birthText',
    'page.birthWrong',
  ],
  digits: ['handoff.digitsTitle', 'handoff.wrong', 'handoff.endedDigits', 'page.enterDigits'],
  photo: [
    'selfie.lead',
    'sending.title',
    'consent.keptPhotos',
    'wallet.portrait',
    'consent.people',
    'ask.leave',
  ],
  site: [
    'frame.backToSite',
    'submitted.text',
    'submitted.returning',
    'errors.setup',
    'consent.people',
    'consent.otherWay',
    'details.prefilled',
  ],
};

const same = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/\u00ad|\{\w+\}/g, '');

/** Where a language leaves its terms: a term missing in its places, or a word that was replaced. */
export function termBreaks(tag: Language): string[] {
  const { words, never } = terms[tag];
  const texts = textsIn(tag);
  const missing = (Object.keys(PLACES) as Term[]).flatMap((term) =>
    PLACES[term]
      .filter((key) => !words[term].some((word) => same(wordsOf(texts.get(key)!)).includes(same(word))))
      .map((key) => `${key} has no “${words[term].join('” or “')}”`),
  );
  const old = stringsOf(texts).flatMap(([key, text]) =>
    never.filter((word) => new RegExp(word, 'u').test(same(text))).map((word) => `${key} has “${word}”`),
  );
  return [...missing, ...old];
}

/** Where a language leaves its form of address, its signs or its quotation marks. */
export function registerBreaks(tag: Language): string[] {
  const strings = stringsOf(textsIn(tag));
  return [
    ...strings.flatMap(([key, text]) => addressFaults(tag, text).map((fault) => `${key} has “${fault}”`)),
  ].concat(signFaults(tag));
}

function addressFaults(tag: Language, text: string): string[] {
  const { address, inside = [] } = terms[tag];
  const isSpaced = !/^(ja|ko|th|zh)/.test(tag);
  const isThere = (word: string) =>
    isSpaced
      ? new RegExp(`(?<![\\p{L}\\p{M}])${word}(?![\\p{L}\\p{M}])`, 'u').test(text)
      : text.includes(word);
  const isWithin = (word: string) => new RegExp(`(?<=[\\p{L},] )${word}(?![\\p{L}\\p{M}])`, 'u').test(text);
  return [...address.filter(isThere), ...inside.filter(isWithin)];
}

/** A text ends with the sign of its English text, in the script of the language. */
function signFaults(tag: Language): string[] {
  const { stop, colon, question, quotes } = terms[tag];
  const texts = textsIn(tag);
  return [...englishTexts].flatMap(([key, english]) => {
    const text = wordsOf(texts.get(key)!);
    const source = wordsOf(english);
    const others = [...text].filter(
      (sign) => /[\p{Pi}\p{Pf}„"]/u.test(sign) && sign !== '’' && !quotes.includes(sign),
    );
    const sign = source.endsWith('.') ? stop : source.endsWith(':') ? colon : null;
    const endsWell = sign === null || (sign === '' ? !/[.:]$/.test(text) : text.endsWith(sign));
    // Armenian marks the stressed word of a question.
    const asks = !source.endsWith('?') || text.includes(question);
    return [
      ...others.map((other) => `${key} has ${other}, not ${quotes}`),
      ...(endsWell ? [] : [`${key} does not end with “${sign}”: ${text}`]),
      ...(asks ? [] : [`${key} does not ask with “${question}”: ${text}`]),
    ];
  });
}

/** A text, or its forms after each other. */
function wordsOf(text: Text): string {
  return typeof text === 'string' ? text : Object.values(text).join(' ');
}

/** Texts whose English is the same, and why each is none: their place differs, and so do they in some language. */
export const twins: Record<string, string> = {
  'canceled.other, guide.another':
    'the first leads to another way of the site, the second to photos without guidance',
};

/** English texts that stand under two keys, so that their translations could differ; without `twins`. */
export function copies(): string[] {
  const keys = new Map<string, string[]>();
  for (const [key, text] of stringsOf(englishTexts)) {
    const words = same(text).replace(/[.:!?…]+$/, '');
    keys.set(words, [...(keys.get(words) ?? []), key]);
  }
  return [...keys.values()]
    .map((same) => same.toSorted().join(', '))
    .filter((same) => same.includes(', ') && !(same in twins));
}
