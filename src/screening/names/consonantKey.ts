/**
 * The consonants of a sound, near ones made one (s z c, S C, g j), h and vowels gone: equal for most
 * spellings of one name, and for its spelling in a script without vowels.
 */
export function consonantKey(sound: string): string {
  const end = sound.length > 1 && sound.endsWith('j') ? sound.length - 1 : sound.length;
  let consonants = '';
  let last = '';
  for (let i = 0; i < end; i++) {
    const letter = sound[i]!;
    if ('aeiouh'.includes(letter)) continue;
    const one = near[letter] ?? letter;
    if (one !== last) consonants += one;
    last = one;
  }
  return consonants || sound[0] || '';
}

const near: Record<string, string> = { z: 's', c: 's', C: 'S', j: 'g' };
