import { keySeed } from './keySeed.ts';
import { keyOf, keyWithout } from './keyTable.ts';

/**
 * The keys that a name part is filed under and looked up by; two parts that share one may be spellings
 * of each other: same text, same sound but for a letter on either side, same consonants, same but for one.
 */
export function tokenKeys(text: string, code: string, consonants: string): number[] {
  const keys = [keyOf(text, keySeed.text), keyOf(consonants, keySeed.consonants)];
  keys.push(keyOf(code, keySeed.nearSound));
  if (code.length >= 3 && code.length <= 24) addNear(keys, code, keySeed.nearSound);
  if (consonants.length >= 4 && consonants.length <= 16) {
    keys.push(keyOf(consonants, keySeed.nearConsonants));
    if (consonants.length >= 5) addNear(keys, consonants, keySeed.nearConsonants);
  }
  if (text.length >= 6 && /^[ae]l[^aeiou]/.test(text))
    keys.push(keyOf(consonants.slice(1), keySeed.consonants));
  return keys.filter((key, i) => keys.indexOf(key) === i);
}

function addNear(keys: number[], text: string, seed: number): void {
  for (let i = 0; i < text.length; i++) keys.push(keyWithout(text, i, seed));
}
