import { isPlainText } from './plainText.ts';

/**
 * The name of a person without the words that forms put in place of a missing name (FNU, LNU, XXX), and without a name
 * of one word that was given twice. `null` if that changes nothing; empty if nothing else is given.
 */
export function withoutPlaceholders(name: string): string | null {
  if (isPlainText(name) && !mayBePlaceholder.test(name) && !isOneWord.test(name)) return null;
  const words = name.split(/[\s,]+/).filter(Boolean);
  const named = name
    .replace(phrases, ' ')
    .split(/[\s,]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !placeholder.test(word.replace(/[.()"']/g, '')));
  const distinct = new Set(named.map((word) => word.toLowerCase()));
  const kept = distinct.size === 1 ? [named[0]!] : named;
  return kept.length === words.length ? null : kept.join(' ');
}

/** A fast way to rule most plain names out. */
const mayBePlaceholder =
  /[.']|(?:^|[\s,])-+(?:[\s,]|$)|\b(?:[flmg]nu|n[flmgs]n|xx|unk|unbek|inconn|descon|sconos|onbek|no|without|sans|sin|ohne)/i;
/** Matches one word given several times. */
const isOneWord = /^[\s,]*([^\s,]+)(?:[\s,]+\1)+[\s,]*$/i;

/** First, last, middle or family name unknown, no first, last, middle, given or family name; fillers. */
const placeholder =
  /^(?:[flmg]nu|n[flmgs]n|n\/a|x{2,}|unk|unknown|unbekannt|inconnue?|desconocid[oa]|sconosciut[oa]|onbekend)$/i;

const phrases =
  /\b(?:no|without|unknown|not known|sans|sin|ohne)[\s-]*(?:first|last|given|middle|family|sur|pr[ée]|apellido|nach)?[\s-]*n(?:ames?|oms?|omes?)\b|\bsin apellidos?\b|\bsans (?:pré)?nom\b|\bnot (?:known|given|applicable|available)\b|\bn\/a\b/giu;
