import { consonantKey } from './consonantKey.ts';
import type { NamePart } from './namePart.ts';
import { phoneticCode } from './phoneticCode.ts';

/**
 * What a name is filed under as a whole, however its parts are joined or split: the consonants of all its letters in one,
 * as given and with the last part first. Few consonants say too little: then the whole code.
 */
export function wholeNameCodes(parts: NamePart[]): string[] {
  let text = '';
  let vowelless = false;
  for (const part of parts) {
    text += part.text;
    vowelless ||= part.vowelless;
  }
  const code = wholeCode({ text, vowelless });
  const last = parts.at(-1)?.text ?? '';
  const turned = last + text.slice(0, text.length - last.length);
  const other = turned === text ? code : wholeCode({ text: turned, vowelless });
  return (code === other ? [code] : [code, other]).filter((one) => one.length > 2);
}

function wholeCode(name: { text: string; vowelless: boolean }): string {
  const code = phoneticCode(name);
  const consonants = consonantKey(code);
  return name.vowelless || consonants.length >= 5 ? consonants : code;
}
