import type { NamePart } from '../names/namePart.ts';

/** What tells distinct name parts apart. */
export function partKey({ text, vowelless, minor, syllable }: NamePart): string {
  if (!vowelless && !minor && !syllable) return text;
  return `${text}${vowelless ? '-' : ''}${minor ? '~' : ''}${syllable ? `.${syllable}` : ''}`;
}
