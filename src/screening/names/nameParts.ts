import { latinWords } from './latinWords.ts';
import minorWords from './minorWords.json' with { type: 'json' };
import type { NamePart } from './namePart.ts';
import { syllables } from './syllables.ts';

/**
 * Anything beyond these limits is ignored and reported: see `isTooLong`. During comparison, each part is a bit of a
 * number.
 */
export const maxLength = 300;
export const maxParts = 30;

/**
 * The parts of a person's name in any script, given names first: transliterated, compounds normalised, Chinese and
 * Korean names in syllables; titles, articles and particles marked as minor.
 */
export function nameParts(name: string): NamePart[] {
  const line = machineReadable(name.slice(0, maxLength));
  const parts = line ? [...givenNames(line), ...words(line.family)] : words(familyLast(name));
  return markMinorParts(syllables(parts)).slice(0, maxParts);
}

/** The words of a name in any script, in plain lower-case Latin letters and in their order. */
export function nameWords(name: string): string[] {
  return latinWords(name.slice(0, maxLength)).map(({ text }) => text);
}

function words(text: string): NamePart[] {
  const parts = arabicCompounds(latinWords(text.slice(0, maxLength)));
  return parts.some(mayHaveSuffix) ? parts.flatMap(persianSuffix) : parts;
}

/** The given names. The last of them may be truncated. */
function givenNames({ given, isCut }: { given: string; isCut: boolean }): NamePart[] {
  const parts = words(given);
  const last = parts.at(-1);
  return last && isCut ? [...parts.slice(0, -1), { ...last, cut: true }] : parts;
}

/** Turns "FAMILY, Given" into "Given FAMILY". A name with several commas is not changed. */
function familyLast(name: string): string {
  const comma = name.indexOf(',');
  if (comma <= 0 || name.includes(',', comma + 1)) return name;
  return `${name.slice(comma + 1)} ${name.slice(0, comma)}`;
}

/** The two halves of a name in the machine-readable zone of a passport: `FAMILY<NAME<<GIVEN<NAMES`. */
export interface MachineReadableName {
  family: string;
  given: string;
  /** The name is truncated: the line does not end with a filler (ICAO 9303, part 3, 4.6). */
  isCut: boolean;
}

/** The document code and the issuing state, which precede the name in the first line of a passport. */
const documentCode = /^[PVIAC]<(?:[A-Z]{3}|D<<)(?=[A-Z])/;

/** Parses a name from a machine-readable zone; null for any other name. */
function machineReadable(name: string): MachineReadableName | null {
  if (!name.includes('<')) return null;
  const [family = '', givenNames = ''] = name.trim().replace(documentCode, '').split('<<');
  return {
    family: family.replaceAll('<', ' '),
    given: givenNames.replaceAll('<', ' '),
    isCut: !/<<$/.test(name.trim()),
  };
}

/**
 * Marks optional parts: titles, if another part remains; honorifics, particles, articles and a kunya ("Abu Hamza"), if
 * two other parts remain, because they may be the whole name. No part is dropped: a particle in one culture is a name
 * in another (Duc, Un, Ed), and it counts if the other name has it too.
 */
function markMinorParts(parts: NamePart[]): NamePart[] {
  if (!parts.some(({ text }) => text.length <= longestArticle || marks.has(text))) return parts;
  const marked = parts.map((part, i) => (isArticle(part.text, parts[i + 1]?.text) ? minor(part) : part));
  const plain = marked.map((part) => (!part.vowelless && titles.has(part.text) ? minor(part) : part));
  const base = plain.some(isMajor) ? plain : parts;
  const strict = base.map((part, i) =>
    (!part.vowelless && honours.has(part.text)) || (i > 0 && particles.has(part.text)) ? minor(part) : part,
  );
  const rest = strict.filter(isMajor).length >= 2 ? strict : base;
  const named = withoutKunya(rest);
  return named.filter(isMajor).length >= 2 ? named : rest;
}

function withoutKunya(parts: NamePart[]): NamePart[] {
  const first = parts.findIndex(isMajor);
  if (!kunya.has(parts[first]?.text ?? '')) return parts;
  const next = parts.findIndex((part, i) => i > first && isMajor(part));
  return parts.map((part, i) => (i <= next ? minor(part) : part));
}

function isMajor(part: NamePart): boolean {
  return !part.minor;
}

function minor(part: NamePart): NamePart {
  return part.minor ? part : { ...part, minor: true };
}

/** Whether a part is the Arabic article al- in any spelling, including ar-, as-, ash- … before a sun letter. */
function isArticle(text: string, next: string | undefined): boolean {
  if (!next) return false;
  return (
    articles.has(text) ||
    (text.length <= longestArticle &&
      /^[aeu](?:d|n|r|s|sh|t|z)$/.test(text) &&
      next.startsWith(text.slice(1)))
  );
}

const titles = setOf(minorWords.titles);
const honours = setOf(minorWords.honours);
const particles = setOf(minorWords.particles);
const articles = setOf(minorWords.articles);
const kunya = setOf(minorWords.kunya);

function setOf(text: string): Set<string> {
  return new Set(text.split(' '));
}

/** All optional parts: a fast check, because most names have none. */
const marks = new Set([...titles, ...honours, ...particles, ...articles, ...kunya]);

const longestArticle = 3;

/** Whether a word is a title and never a name. */
export function isTitle(text: string): boolean {
  return titles.has(text);
}

/** Why a part of a name is optional. */
export function minorReason(text: string): string {
  return reasons.get(text) ?? 'may as well be missing: a part of a byname, a legal form or the like';
}

const reasons = new Map<string, string>();
for (const [list, reason] of [
  [minorWords.particles, 'a particle'],
  [minorWords.articles, 'an article'],
  [minorWords.honours, 'a form of honour'],
  [minorWords.titles, 'a title'],
] as const)
  for (const word of list.split(' ')) reasons.set(word, reason);

/**
 * Splits off the suffix of a Persian family name (-nejad, -zadeh, -pour) as a minor part: it may be joined, separate or
 * missing.
 */
function persianSuffix(part: NamePart): NamePart[] {
  if (!mayHaveSuffix(part)) return [part];
  const match = part.vowelless || part.text.length < 7 ? null : suffixed.exec(part.text);
  if (!match) return alone.test(part.text) ? [{ ...part, minor: true }] : [part];
  return [
    { ...part, text: match[1]! },
    { ...part, text: match[2]!, minor: true },
  ];
}

function mayHaveSuffix({ text }: NamePart): boolean {
  return lastLetters.has(text.slice(-2));
}

const endings = 'ne[jz]h?ad|nezhad|zadeh?|zada|pou?r|poor|abadi?|khah|fard|[dt]ou?st|manesh|panah|parast';
const suffixed = new RegExp(`^(.{4,})(${endings}|nia|niya)$`);
const alone = new RegExp(`^(?:${endings})$`);
/** The last two letters of all suffixes: a fast way to rule most names out. */
const lastLetters = new Set('ad eh de da ur or di ah rd st sh ia ya'.split(' '));

/** Normalises compounds that are written joined or apart (Abdul Rahman, Saifuddin). Abdullah stays whole. */
export function arabicCompounds(parts: NamePart[]): NamePart[] {
  if (!parts.some(mayBeCompound)) return parts;
  const out: NamePart[] = [];
  for (const part of parts.flatMap(unglued)) {
    const last = out.at(-1);
    if (last?.text === 'abd' && /^(?:[aeu]l+|l)l[ao]?hi?$/.test(part.text))
      out[out.length - 1] = { ...part, text: 'abdullah' };
    else if (parts.length > 1 && isAbd(part.text)) out.push({ ...part, text: 'abd' });
    else out.push(part);
  }
  return out;
}

/** A fast way to rule most names out. */
function mayBeCompound({ text }: NamePart): boolean {
  return text.includes('bd') || text.includes('abt') || text.startsWith('adb') || mayEndInFaith(text);
}

/** Whether a part is Abd alone, including typing errors: bdul, ubdul, adbul. */
function isAbd(text: string): boolean {
  return (text.includes('bd') || text.startsWith('adb')) && abdAlone.test(text);
}

const abdAlone = /^(?:abd(?:[aeiou]+[lrsnztd])?|[eiou]?bd[aeiou]+l|adb[aeiou]+l)$/;
const abd = /^ab[dt][aeiou]+(?:l|r(?=r)|s(?=s)|n(?=n)|z(?=z)|t(?=t)|d(?=d))(.{3,})$/;
const din = /^(.{3,}?)(?:[aeiou]dd|[aeiou]ld|ud)(?:[iy]|ee)ne?$/;

/** Splits Abdulrahman and Saifuddin; Abdullah stays whole. */
function unglued(part: NamePart): NamePart[] {
  const { text, vowelless } = part;
  if (vowelless || text.length < 6 || !(text.includes('ab') || text.includes('d'))) return [part];
  return text.includes('abd') || text.includes('abt') ? withServant(part) : withFaith(part);
}

/** Splits at Abdul-, at the beginning or within. */
function withServant(part: NamePart): NamePart[] {
  const { text } = part;
  const inside = /^(.{3,}?)(ab[dt][aeiou]l.{3,})$/.exec(text);
  if (inside) return [{ ...part, text: inside[1]! }, ...unglued({ ...part, text: inside[2]! })];
  const servant = abd.exec(text)?.[1];
  const ofGod = servant && /^l+a[hx]i?(.{4,})?$/.exec(servant);
  if (ofGod) return ofGod[1] ? named(part, 'abdullah', ofGod[1]) : [part];
  if (servant) return named(part, 'abd', servant);
  return withFaith(part);
}

/** Splits -uddin off the end. */
function withFaith(part: NamePart): NamePart[] {
  const { text } = part;
  const faith = mayEndInFaith(text) ? din.exec(text)?.[1] : undefined;
  return faith ? named(part, faith, 'din') : [part];
}

function mayEndInFaith(text: string): boolean {
  return (text.endsWith('n') || text.endsWith('ne')) && text.includes('d');
}

function named(part: NamePart, ...texts: string[]): NamePart[] {
  return texts.map((text) => ({ ...part, text }));
}
