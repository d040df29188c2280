import { consonantKey } from './consonantKey.ts';
import type { NamePart } from './namePart.ts';
import { phoneticCode } from './phoneticCode.ts';

/**
 * What a name is filed under as a whole, however its parts are joined or split: the consonants of all its letters in one,
 * as given and with the last part first. Few consonants say too little: then the whole code.
 */
export function wholeNameCodes(parts: NamePart[]): string[] {
  const texts = parts.map((part) => part.text);
  const vowelless = parts.some((part) => part.vowelless);
  const orders = texts.length > 1 ? [texts, [texts.at(-1)!, ...texts.slice(0, -1)]] : [texts];
  return [...new Set(orders.map((order) => wholeCode({ text: order.join(''), vowelless })))].filter(
    (code) => code.length > 2,
  );
}

function wholeCode(name: { text: string; vowelless: boolean }): string {
  const code = phoneticCode(name);
  const consonants = consonantKey(code);
  return name.vowelless || consonants.length >= 5 ? consonants : code;
}
