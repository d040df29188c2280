import { Script } from '../../contract/thresholds.ts';

/** The script of most letters; `null` for a text without letters. */
export function scriptOf(text: string): Script | null {
  let [best, maxLetters]: [Script | null, number] = [null, 0];
  for (const [script, pattern] of patterns) {
    const letters = text.match(pattern)?.length ?? 0;
    if (letters > maxLetters) [best, maxLetters] = [script, letters];
  }
  return best ?? (/\p{L}/u.test(text) ? 'Other' : null);
}

const patterns = Script.options
  .filter((script) => script !== 'Other')
  .map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'gu')] as const);
