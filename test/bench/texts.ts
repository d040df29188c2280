import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { languageTags } from '../../src/widget/locales/languageTags.ts';
import { consentedPurposes, purposes } from '../support/privacyLedger.ts';
import { readingAge } from '../widget/support/readingAge.ts';
import { copies, registerBreaks, termBreaks } from '../widget/support/terms.ts';
import { englishTexts, findingsOf, stringsOf, textsIn } from '../widget/support/texts.ts';

const CDN = fileURLToPath(new URL('../../dist/cdn', import.meta.url));

/**
 * The texts of page, hand-off, wallet, messages and hosted page: number of languages and strings, texts with two keys,
 * languages that keep to their terms, breaks of address and signs, undecided findings of their reviews, purposes and
 * times that the consent names, the lowest reading age at which no English sentence is hard, and the brotli bytes of the
 * largest language as built.
 */
export default function texts(): Record<string, number> {
  const all = languageTags.map(textsIn);
  const findings = languageTags.flatMap(findingsOf);
  const others = languageTags.filter((tag) => tag !== 'en');
  return {
    languages: languageTags.length,
    strings: all.reduce((sum, one) => sum + stringsOf(one).length, 0),
    copies: copies().length,
    terms: languageTags.filter((tag) => termBreaks(tag).length === 0).length,
    register: languageTags.flatMap(registerBreaks).length,
    purposes: purposes.length,
    consentFacts: consentedPurposes(englishTexts).length,
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
