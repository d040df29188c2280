/** The script that most letters of a text are of, by its Unicode name. */
export function scriptOf(text: string): string {
  const counts = scripts.map(([, pattern]) => text.match(pattern)?.length ?? 0);
  const highest = Math.max(...counts);
  return highest === 0 ? 'other' : scripts[counts.indexOf(highest)]![0];
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
