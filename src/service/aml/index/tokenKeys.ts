import { keySeed } from './keySeed.ts';
import { keyOf, keyWithout } from './keyTable.ts';

/**
 * The keys that a name part is filed under and looked up by; two parts that share one may be spellings
 * of each other: same text, same sound but for a letter on either side, same consonants, same but for one.
 */
export function tokenKeys(text: string, sound: string, bones: string): number[] {
  const keys = [keyOf(text, keySeed.text), keyOf(bones, keySeed.skeleton)];
  keys.push(keyOf(sound, keySeed.near));
  if (sound.length >= 3 && sound.length <= 24) addNear(keys, sound, keySeed.near);
  if (bones.length >= 4 && bones.length <= 16) {
    keys.push(keyOf(bones, keySeed.nearSkeleton));
    if (bones.length >= 5) addNear(keys, bones, keySeed.nearSkeleton);
  }
  if (text.length >= 6 && /^[ae]l[^aeiou]/.test(text)) keys.push(keyOf(bones.slice(1), keySeed.skeleton));
  return keys.filter((key, i) => keys.indexOf(key) === i);
}

function addNear(keys: number[], text: string, seed: number): void {
  for (let i = 0; i < text.length; i++) keys.push(keyWithout(text, i, seed));
}
