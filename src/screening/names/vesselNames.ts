import { isPlainText } from './plainText.ts';

/** A text about a vessel: its name without prefix and numbers, and the numbers. */
export interface VesselText {
  /** `null` if nothing in the text says that it is about a vessel. */
  name: string | null;
  numbers: { type: 'imo' | 'mmsi'; number: string }[];
}

/**
 * Reads a name as that of a vessel: without `M/V`, `MT`, `Motor Vessel` and the like, and without an IMO or MMSI number,
 * wherever it stands in the text.
 */
export function vesselIn(text: string): VesselText {
  if (!mayBeVessel.test(text) || (isPlainText(text) && !mayHavePrefix.test(text))) return none;
  const numbers: VesselText['numbers'] = [];
  const plain = text.normalize('NFKC');
  const bare = plain.replace(labelled, (_, label: string, number: string) => {
    numbers.push({ type: label.toLowerCase() === 'imo' ? 'imo' : 'mmsi', number });
    return ' ';
  });
  const unlabelled = /\p{L}/u.test(bare) ? (bare.match(/(?<!\d)\d{7}(?!\d)/g) ?? []) : [];
  for (const number of unlabelled) if (isImo(number)) numbers.push({ type: 'imo', number });
  const name = withoutPrefix(bare.replace(/[()[\],;:/\s]+$/, '').trim());
  return { name: name === plain.trim() || !/\p{L}/u.test(name) ? null : name, numbers };
}

const none: VesselText = { name: null, numbers: [] };

/** A fast way to rule most names out. */
const mayBeVessel =
  /\d{7}|^\W*(?:[mstflp][\s./]?[vtsy]\b|[mflt]|vessel|ship|tanker|lpg|lng)|vessel|ship\)|tanker\)/i;

/** The same for names of plain letters. */
const mayHavePrefix =
  /^\W|[',]\s*$|^(?:the\s+)?(?:[msfto]\s*\.?\s*[vtsy]\b|tb\b|l[pn]g)|vessel|ship|tanker|carrier|yacht|boat|m\s*\.?\s*[vt]\s*$/i;

const labelled = /\b(IMO|MMSI)(?:[\s:.#-]|no\.?|number|nr\.?|num\.?)*\s*(\d{7}(?:\d\d)?)(?!\d)/gi;

/** The usual prefixes of ships (motor vessel, motor tanker, steamship, fishing vessel, yacht, gas carrier, tug). */
const prefix =
  /^(?:the\s+)?(?:(?:m|s|f|t|o)\s*[./]?\s*(?:v|t|s)\.?|m\s*[./]?\s*y\.?|tb|lpg(?:\s*\/?\s*c)?|lng(?:\s*\/?\s*c)?|(?:(?:motor|merchant|steam|fishing|cargo|sailing|oil|gas|crude|chemical|bulk)\s+)*(?:vessel|ship|tanker|carrier|yacht|boat))[\s:"'“”]+(?=\S)/i;
const suffix = /[\s,(]+(?:(?:motor|merchant|cargo|oil)\s+)?(?:vessel|ship|tanker|m\s*[./]?\s*[vt])[\s)]*$/i;

function withoutPrefix(text: string): string {
  return text
    .replace(prefix, '')
    .replace(suffix, '')
    .replace(/^["'“”]+|["'“”]+$/g, '')
    .trim();
}

/** The last digit of an IMO number follows from the others (weights 7 to 2). */
function isImo(number: string): boolean {
  let sum = 0;
  for (let i = 0; i < 6; i++) sum += Number(number[i]) * (7 - i);
  return sum % 10 === Number(number[6]);
}
