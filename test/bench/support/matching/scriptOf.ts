/** The script that most letters of a text are of, by its Unicode name. */
export function scriptOf(text: string): string {
  const counts = scripts.map(([, pattern]) => text.match(pattern)?.length ?? 0);
  const most = Math.max(...counts);
  return most === 0 ? 'other' : scripts[counts.indexOf(most)]![0];
}

const scripts = [
  'Latin',
  'Han',
  'Arabic',
  'Devanagari',
  'Hangul',
  'Cyrillic',
  'Thai',
  'Hebrew',
  'Hiragana',
  'Katakana',
  'Greek',
].map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'gu')] as const);
