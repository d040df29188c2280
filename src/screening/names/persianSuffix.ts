import type { NamePart } from './namePart.ts';

/**
 * Takes an ending of Persian family names off (-nejad, -zadeh, -pour): it is written joined, apart or not at all, so that
 * it becomes a minor part.
 */
export function persianSuffix(part: NamePart): NamePart[] {
  if (!mayHaveSuffix(part)) return [part];
  const found = part.vowelless || part.text.length < 7 ? null : suffixed.exec(part.text);
  if (!found) return alone.test(part.text) ? [{ ...part, minor: true }] : [part];
  return [
    { ...part, text: found[1]! },
    { ...part, text: found[2]!, minor: true },
  ];
}

export function mayHaveSuffix({ text }: NamePart): boolean {
  return lastLetters.has(text.slice(-2));
}

const endings = 'ne[jz]h?ad|nezhad|zadeh?|zada|pou?r|poor|abadi?|khah|fard|[dt]ou?st|manesh|panah|parast';
const suffixed = new RegExp(`^(.{4,})(${endings}|nia|niya)$`);
const alone = new RegExp(`^(?:${endings})$`);
/** What all of these end in: quickly looked for, and most names lack it. */
const lastLetters = new Set('ad eh de da ur or di ah rd st sh ia ya'.split(' '));
