import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { languageTags } from '../../src/widget/locales/languageTags.ts';
import { readingAge } from '../widget/support/readingAge.ts';
import { englishTexts, findingsOf, stringsOf, textsIn } from '../widget/support/texts.ts';

const CDN = fileURLToPath(new URL('../../dist/cdn', import.meta.url));

/**
 * The texts of the page: number of languages and strings, undecided findings of their reviews, the lowest reading age
 * at which no English sentence is hard, and the brotli bytes of the largest language as built.
 */
export default async function texts(): Promise<Record<string, number>> {
  const all = await Promise.all(languageTags.map(textsIn));
  const findings = languageTags.flatMap(findingsOf);
  const others = languageTags.filter((tag) => tag !== 'en');
  return {
    languages: languageTags.length,
    strings: all.reduce((sum, one) => sum + stringsOf(one).length, 0),
    openFindings: findings.filter(({ decision }) => decision === '').length,
    readingAge: readingAge(stringsOf(englishTexts)),
    maxBrotli: Math.max(...others.map(brotliOf)),
  };
}

/** Bytes of the two scripts of a language. */
function brotliOf(tag: string): number {
  const files = readdirSync(CDN).filter((name) => new RegExp(`^${tag}-[\\w-]{8}\\.js$`).test(name));
  return files.reduce((sum, name) => sum + brotliCompressSync(readFileSync(join(CDN, name))).length, 0);
}
