import { html } from 'hono/html';
import type { NameExplanation } from '../../../contract/hit.ts';
import type { Html } from './layout.ts';

/** A run of letters of a name, and whether the other name has no counterpart of it. */
export interface Run {
  text: string;
  isDifferent: boolean;
}

/**
 * A name with its differences marked, as the comparison found them: parts without a counterpart whole, the letters that differ in
 * parts that are spelled differently. The order of the parts does not matter.
 * @param explain `null` if the names were not compared: then nothing is marked.
 */
export function markedName(name: string, side: 'given' | 'listed', explain: NameExplanation | null): Html {
  return html`${runsOf(name, side, explain).map(({ text, isDifferent }) => (isDifferent ? html`<mark>${text}</mark>` : text))}`;
}

export function runsOf(name: string, side: 'given' | 'listed', explain: NameExplanation | null): Run[] {
  if (!explain || fold(name) !== fold(explain[side] ?? '')) return [{ text: name, isDifferent: false }];
  const words = name.split(/([^\p{L}\p{M}\p{N}’'-]+)/u);
  const other = side === 'given' ? 'listed' : 'given';
  const alone = side === 'given' ? explain.onlyGiven : explain.onlyListed;
  const tokens = latinOf(words, side === 'given' ? explain.transliteration : explain.listedTransliteration);
  return words.flatMap((word, index) => {
    const token = tokens[index] ?? '';
    if (token === '') return [{ text: word, isDifferent: false }];
    if (alone.some((part) => hasWord(part, token))) return [{ text: word, isDifferent: true }];
    const pair = explain.parts.find((part) => hasWord(part[side], token));
    // Letters of another script are not compared with one another.
    if (pair?.how !== 'spelling' || fold(word) !== token) return [{ text: word, isDifferent: false }];
    return differing(word, pair[other]);
  });
}

/** The Latin form of each word; of separators an empty one. */
function latinOf(words: readonly string[], transliteration: string | null): string[] {
  const folded = words.map((word, index) => (index % 2 === 1 ? '' : fold(word)));
  const tokens = (transliteration ?? '').split(' ').filter(Boolean).map(fold);
  const places = folded.flatMap((word, index) => (word === '' ? [] : [index]));
  if (tokens.length !== places.length) return folded;
  return folded.map((word, index) => (word === '' ? '' : tokens[places.indexOf(index)]!));
}

const hasWord = (part: string, word: string) => part === word || fold(part).split(' ').includes(word);

const fold = (text = '') => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Splits a name into runs of letters that are, or are not, in the longest common subsequence of both names. */
export function differing(name: string, other: string): Run[] {
  const [a, b] = [[...name.slice(0, 200)], [...other.slice(0, 200)]];
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i]![j] =
        fold(a[i]) === fold(b[j])
          ? lengths[i + 1]![j + 1]! + 1
          : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  const runs: Run[] = [];
  for (let [i, j] = [0, 0]; i < a.length; ) {
    const isSame = j < b.length && fold(a[i]) === fold(b[j]);
    if (!isSame && j < b.length && lengths[i]![j + 1]! >= lengths[i + 1]![j]!) {
      j++;
      continue;
    }
    const last = runs.at(-1);
    if (last && last.isDifferent === !isSame) last.text += a[i];
    else runs.push({ text: a[i]!, isDifferent: !isSame });
    i++;
    if (isSame) j++;
  }
  return runs;
}
