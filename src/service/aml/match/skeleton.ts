/**
 * The consonants of a sound, near ones made one (s z c, S C, g j), h and vowels gone: equal for most
 * spellings of one name, and for its spelling in a script without vowels.
 */
export function skeleton(sound: string): string {
  const bones = sound
    .replace(/(?<=.)j$/, '')
    .replace(/[aeiouh]+/g, '')
    .replace(/[zc]/g, 's')
    .replace(/C/g, 'S')
    .replace(/j/g, 'g')
    .replace(/(.)\1+/g, '$1');
  return bones || sound[0] || '';
}
