import retextEnglish from 'retext-english';
import retextReadability from 'retext-readability';
import retextStringify from 'retext-stringify';
import { unified } from 'unified';
import { VFile } from 'vfile';

/**
 * Things that have one name: they stand on the screen, on documents or in the law, and the formulas count their
 * syllables as hardness. Everything else needs easier words.
 */
const NAMES_OF_THINGS =
  /\b(name@example\.com|camera|browser|sunglasses|nationality|address|country|internet|JavaScript|passport|sanctions|selfie)\b/gi;

/** A sentence that is too hard, and by how many of the formulas. */
export interface HardSentence {
  key: string;
  reason: string;
}

/**
 * The sentences that readers of an age would find hard, by the majority of seven formulas (Dale–Chall, ARI,
 * Coleman–Liau, Flesch, Gunning fog, SMOG, Spache). Labels and headings are no sentences.
 * @param texts by their keys.
 * @param age of the reader, in years.
 */
export function hardSentences(texts: Iterable<[string, string]>, age: number): HardSentence[] {
  const reader = unified()
    .use(retextEnglish)
    .use(retextReadability, { age, minWords: 0 })
    .use(retextStringify);
  return [...texts].flatMap(([key, text]) => {
    if (!/[.?!]$/.test(text)) return [];
    const file = new VFile(text.replace(/\{\w+\}/g, 'it').replace(NAMES_OF_THINGS, 'it'));
    reader.runSync(reader.parse(file), file);
    return file.messages.map(({ reason, actual }) => ({ key, reason: `“${actual ?? text}”: ${reason}` }));
  });
}

/** The lowest age at which no sentence is hard. */
export function readingAge(texts: readonly [string, string][]): number {
  for (let age = 6; age < 25; age++) if (hardSentences(texts, age).length === 0) return age;
  return 25;
}
