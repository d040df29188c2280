import { countryCode } from './countryCode.ts';
import { type Identifier, type IdentifierType, identifierType } from './identifier.ts';

/**
 * The numbers in a free-text field: `Libyan passport no. 513519`, `(1) K929139 (Tunisian). Issued on 14 Feb 1995 (2)
 * 00319547`, `SSN 156-92-9858 (US)`.
 * @param type of the field's content, unless the text says otherwise
 */
export function identifiersIn(text: string, type: IdentifierType): Identifier[] {
  const line = text.replace(/\s+/g, ' ').trim();
  return numbered(line).flatMap((part) => {
    const number = numberIn(part);
    return number ? [identifierOf(part, number, type)] : [];
  });
}

/** Splits a numbered list: `(1) … (2) …`, `a) … b) …`. A text without numbering is one item. */
function numbered(text: string): string[] {
  const parts = text
    .split(/(?:^|\s|,)\(?(?:\d{1,2}|[A-Ha-h])\)\s*|(?<=\d) and (?=\d)/)
    .map((part) => part.trim());
  return parts.filter(Boolean);
}

/** Words that begin a description of the document: digits after them are dates. */
const about =
  /[.,;(]?\s*\b(issued?|expir\w+|valid|date of|dated|under( the)? name|made out|approximately|revoked|since)\b/i;

function numberIn(part: string): string | null {
  const head = part.split(about)[0]!.trim();
  if (/^[\dA-Z][\dA-Z ./-]*$/.test(head) && /\d/.test(head)) return head;
  const tokens =
    head.match(
      /(?:\b(?!SSN|NO|ID)[A-Z]{1,3}[ /-]{1,2})?[A-Z]{0,6}\d[\dA-Za-z]*(?:[./-] ?[\dA-Za-z]+| \d{3,})*/g,
    ) ?? [];
  const digits = (token: string) => token.replace(/\D/g, '').length;
  const best = [...tokens].sort((a, b) => digits(b) - digits(a))[0];
  return best && digits(best) >= 2 ? best : null;
}

function identifierOf(part: string, number: string, type: IdentifierType): Identifier {
  const words = part.replace(number, '');
  const stated = identifierType(words);
  const identifier: Identifier = {
    type: stated === 'other' ? type : stated,
    country: countryIn(part, number),
    number,
  };
  return part === number ? identifier : { ...identifier, note: part };
}

/**
 * The country in a text about a document: `K929139 (Tunisian)`, `Libyan passport no. 513519`, `R00012098, South Sudan`.
 * @param number of the document, as written in the text; empty if the text does not contain it
 */
export function countryIn(part: string, number: string): string | null {
  const [before = '', after = ''] = number ? part.split(number) : [part];
  const brackets = [...part.matchAll(/\(([^()]+)/g)].map(
    (match) => match[1]!.split(/[,.;]|\b(?:passport|issued)\b/i)[0]!,
  );
  const leading = before.split(
    /\b(?:diplomatic|service|foreign|travel|passport|national|identity|identification|civil|ID|NI|number|numbers|no|card|counterfeit|certificate|residen\w+|driv\w+)\b/i,
  )[0]!;
  const candidates = [
    ...brackets,
    leading,
    after.replace(/^[\s,]+/, '').split(/[,.;(]/)[0]!,
    ...brackets.map((text) => text.split(' ')[0]!),
  ];
  for (const candidate of candidates) {
    const name = candidate.trim();
    const code = name.length > 2 || /^(US|UK)$/.test(name) ? countryCode(name) : null;
    if (code) return code;
  }
  return null;
}
