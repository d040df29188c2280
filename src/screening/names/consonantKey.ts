/**
 * The consonants of a phonetic code, similar ones merged (s z c, S C, g j), without h and vowels: equal for most
 * spellings of one name, and for its spelling in a script without vowels.
 */
export function consonantKey(sound: string): string {
  const end = sound.length > 1 && sound.endsWith('j') ? sound.length - 1 : sound.length;
  let consonants = '';
  let last = '';
  for (let i = 0; i < end; i++) {
    const one = kept[sound.charCodeAt(i)] ?? sound[i]!;
    if (one === '') continue;
    if (one !== last) consonants += one;
    last = one;
  }
  return consonants || sound[0] || '';
}

const near: Record<string, string> = { z: 's', c: 's', C: 'S', j: 'g' };

/** What is kept of each letter, by its code. */
const kept = Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code);
  return 'aeiouh'.includes(letter) ? '' : (near[letter] ?? letter);
});
