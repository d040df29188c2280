import { countryCode } from './countryCode.ts';

/**
 * The country that a text about a document names: `K929139 (Tunisian)`, `Libyan passport no. 513519`,
 * `R00012098, South Sudan`.
 * @param number of the document, as it stands in the text; empty if it doesn't
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
