import type { NamePart } from './namePart.ts';
import { isFiller } from './organisationParts.ts';

/**
 * The acronyms of an organisation's name: the first letters of its words, with and without linking words and words of
 * legal forms, a form written short with all its letters (Petróleos de Venezuela S.A.: PDVSA), and of the words as written, where
 * hyphens and apostrophes separate. Empty for a name of fewer than three words.
 */
export function acronymsOf(parts: readonly NamePart[], name: string): string[] {
  const words = parts.filter(({ text }) => /^[a-z]/.test(text));
  const linked = words.filter(({ text }) => !isFiller(text));
  const first = ({ text }: Pick<NamePart, 'text'>) => text[0]!;
  const whole = (part: NamePart) => (part.minor && part.text.length <= 4 ? part.text : first(part));
  const written = (name.toLowerCase().match(/[a-z]+/g) ?? []).map((text) => ({ text }));
  const acronyms = [
    words.filter(({ minor }) => !minor).map(first),
    linked.map(first),
    linked.filter(isNoForm).map(first),
    words.map(first),
    linked.map(whole),
    words.filter(isNoForm).map((part) => (isFiller(part.text) ? first(part) : whole(part))),
    written
      .filter(({ text }) => !isFiller(text))
      .filter(isNoForm)
      .map(first),
  ].map((letters) => letters.join(''));
  return [...new Set(acronyms)].filter((acronym) => isAcronym.test(acronym));
}

/** Whether an acronym has a word: those of the legal form rarely are in it. */
function isNoForm({ text }: Pick<NamePart, 'text'>): boolean {
  return !/^(?:company|limited|corporation|incorporated|liability|co|ltd|llc|inc|corp|plc)$/.test(text);
}

const isAcronym = /^[a-z]{3,9}$/;

/** The acronym that a name may be; `null` for any other name. Three letters need to stand alone. */
export function acronymIn(parts: readonly NamePart[]): string | null {
  const major = parts.filter(({ minor }) => !minor);
  const text = major.length === 1 ? major[0]!.text : '';
  return isAcronym.test(text) && (text.length > 3 || parts.length === 1) ? text : null;
}

/** The lengths at which payment messages and cards cut a name. */
const limits = [35, 20];

/** The beginnings that are left of a longer name where it is cut, without spaces and punctuation. */
export function cutForms(name: string): string[] {
  return limits.filter((limit) => name.length > limit).map((limit) => plain(name.slice(0, limit)));
}

/** The form of a name that may have been cut; `null` for a name of another length. A space at the end is lost. */
export function cutForm(name: string): string | null {
  const { length } = name.trim();
  return limits.some((limit) => length === limit || length === limit - 1) ? plain(name) : null;
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** The name of an organisation without the words for one of its branches; `null` if there are none. */
export function withoutBranch(name: string): string | null {
  const match = branch.exec(name);
  return match && match.index > 3 ? name.slice(0, match.index) : null;
}

const branch =
  /[\s,(-]+(?:(?:[\p{L}']+|hong kong|new york|abu dhabi)[\s,]+)?(?:branch(?: office)?|representative office|regional office|filiale|niederlassung|zweigniederlassung|succursale|sucursal|subesi|filial)[\s)]*$|[\s,(-]+(?:branch|filiale|niederlassung|succursale|sucursal)\s+(?:de\s+)?\p{L}+[\s)]*$/iu;
