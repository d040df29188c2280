import { html } from 'hono/html';
import { isSameWord } from '../../details/compareDocument.ts';
import type { Html } from './layout.ts';
import { differing, type Run } from './markedName.ts';

/** How a value is compared: a name word by word, a date or a number place by place, a code as a whole. */
export type Compared = 'name' | 'places' | 'whole';

/** The runs of a value that another one has, and those that it has not. Of words the order does not matter. */
export function differenceOf(compared: Compared, text: string, other: string): Run[] {
  if (compared === 'whole') return [{ text, isDifferent: text !== other }];
  if (compared === 'name') return merged(nameRuns(text, other));
  if (text.length !== other.length) return differing(text, other);
  return merged([...text].map((letter, at) => ({ text: letter, isDifferent: letter !== other[at] })));
}

/** A value with the letters marked that the other one has not. */
export function marked(runs: readonly Run[]): Html {
  return html`${runs.map(({ text, isDifferent }) => (isDifferent ? html`<mark>${text}</mark>` : text))}`;
}

/** A value with its marks. Dates and short numbers stay in one line, where they are compared more easily. */
export function inOneLine(text: string, runs: readonly Run[] = [{ text, isDifferent: false }]): Html {
  const isShort = /^[\p{L}\d-]{1,14}$/u.test(text);
  return html`<bdi class="${isShort ? 'unbroken' : 'any'}">${marked(runs)}</bdi>`;
}

/** The letters of each of two values that the other one has not, for those who see no marks. */
export function differenceText(
  one: { name: string; runs: readonly Run[] },
  other: { name: string; runs: readonly Run[] },
): string {
  const own = ({ name, runs }: typeof one) => {
    const letters = runs.filter(({ isDifferent }) => isDifferent).map(({ text }) => `“${text}”`);
    return `${letters.join(', ') || 'nothing'} in ${name}`;
  };
  return `${own(one)}, ${own(other)}`;
}

/** Words that the other name has stay unmarked; each other one is compared with the most similar that is left there. */
function nameRuns(name: string, other: string): Run[] {
  const words = name.split(/([^\p{L}\p{M}\p{N}’']+)/u);
  const left = other.split(/[^\p{L}\p{M}\p{N}’']+/u).filter(Boolean);
  const isFound = words.map((word, index) => {
    if (index % 2 === 1 || word === '') return true;
    const at = left.findIndex((one) => isSameWord(one, word));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return words.flatMap((word, index) => {
    if (isFound[index]) return [{ text: word, isDifferent: false }];
    const [nearest] = left
      .map((one) => ({ one, runs: differing(word, one), share: shared(word, one) }))
      .sort((a, b) => b.share - a.share);
    if (!nearest || nearest.share < ALIKE) return [{ text: word, isDifferent: true }];
    left.splice(left.indexOf(nearest.one), 1);
    return nearest.runs;
  });
}

/** Below this share of common letters two words are different ones. */
const ALIKE = 0.5;

function shared(word: string, other: string): number {
  const common = differing(word, other)
    .filter(({ isDifferent }) => !isDifferent)
    .reduce((sum, { text }) => sum + text.length, 0);
  return common / Math.max(word.length, other.length);
}

/** Neighbouring runs of the same kind as one. */
export function merged(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  for (const { text, isDifferent } of runs) {
    const last = joined.at(-1);
    if (last?.isDifferent === isDifferent) last.text += text;
    else if (text !== '') joined.push({ text, isDifferent });
  }
  return joined;
}
