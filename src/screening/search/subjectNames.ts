import { identifierForms } from '../compare/verdicts.ts';
import { heldIdentifiers, type ScreeningIndex } from '../index/screeningIndex.ts';
import { aliasesIn } from '../names/aliasesIn.ts';
import { readText } from '../names/damagedText.ts';
import { japaneseReadings } from '../names/japanese.ts';
import { koreanReadings } from '../names/koreanReadings.ts';
import { maxInitials } from '../names/latinWords.ts';
import { disguisedReadings, mixesAlphabets } from '../names/mixedAlphabets.ts';
import type { NamePart } from '../names/namePart.ts';
import { isTitle, maxLength, maxParts, nameParts } from '../names/nameParts.ts';
import { hasLegalForm, organisationParts } from '../names/organisationParts.ts';
import { withoutPlaceholders } from '../names/placeholderNames.ts';
import { hasWord, isPlainText } from '../names/plainText.ts';
import { withoutBranch } from '../names/shortOrganisations.ts';
import { transcribedIn } from '../names/transcribedNames.ts';
import { unreadScripts } from '../names/unreadScripts.ts';
import { vesselIn } from '../names/vesselNames.ts';
import { givenKind, type Question } from './finding.ts';
import type { GivenIdentifier, Person, Subject } from './subject.ts';

/** One name of a subject: the given text and its parts. */
export interface SubjectName {
  text: string;
  parts: NamePart[];
  /** The name is that of a vessel: it is compared with vessels and aircraft alone. */
  isOfThing?: boolean;
}

/** Maximum number of spellings of a name: the combinations of the spellings of its fields. */
const maxSpellings = 64;

/** A spelling, and the field that contains it. */
interface Spelling {
  text: string;
  field: string;
}

/**
 * The names to search for: each spelling of a name, each script of a name in two scripts, and the native name; the
 * numbers of vessels in these; and the parts that cannot be compared.
 */
export function subjectNames(given: Subject): {
  names: SubjectName[];
  numbers: GivenIdentifier[];
  notCompared: NotCompared[];
} {
  const notCompared: NotCompared[] = [];
  const subject = legible(given, notCompared);
  const { person } = subject;
  const partsOf = person ? nameParts : organisationParts;
  const spellings = person ? ofPerson(person, notCompared) : spellingsIn('name', subject.organisation.name);
  const names: SubjectName[] = [];
  const numbers: GivenIdentifier[] = [];
  for (const [field, text] of Object.entries(person ? textsOf(person) : { name: subject.organisation.name }))
    for (const kind of unreadIn(text)) notCompared.push({ why: 'script_not_read', field, kind });
  for (const { text, field } of spellings) {
    const named = person ? withoutPlaceholders(text) : null;
    const readings = named ? [...readingsOf(text), named] : readingsOf(text);
    const found = readings.map((one) => ({ text: one, parts: partsOf(one) }));
    const legible = found.filter(({ parts }) => parts.length > 0);
    const isBare =
      legible.length === 0 || named === '' || (person !== undefined && isNoName(text, legible[0]!.parts));
    if (isBare && unreadScripts(text).length === 0)
      notCompared.push({ why: 'name_empty', field, kind: null });
    if (isTooLong(text, legible)) notCompared.push({ why: 'name_too_long', field, kind: null });
    names.push(...legible);
    const vessel = vesselIn(text);
    numbers.push(...vessel.numbers);
    if (vessel.name) names.push({ text, parts: organisationParts(vessel.name), isOfThing: true });
    const firm = person ? null : withoutBranch(text);
    if (firm) names.push({ text, parts: organisationParts(firm) });
    if (!person) continue;
    if (isPlainText(text)) continue;
    names.push(...koreanReadings(text).map((reading) => ({ text, parts: nameParts(reading) })));
    const japanese = japaneseReadings(text);
    names.push(...japanese.names.map((reading) => ({ text, parts: nameParts(reading) })));
    if (japanese.isUnread) notCompared.push({ why: 'script_not_read', field, kind: 'Kanji' });
  }
  if (person) notCompared.push(...transcriptions(spellings));
  const alsoRead = person ? names.filter(({ parts }) => hasLegalForm(parts)) : [];
  for (const { text } of alsoRead) names.push({ text, parts: organisationParts(text) });
  return { names, numbers, notCompared: eachOnce(notCompared) };
}

const nameFields = ['fullName', 'givenName', 'middleName', 'familyName', 'nativeName'] as const;

/** The subject with its names as they were meant. What a damaged name may have been is added as further spellings. */
function legible({ person, organisation }: Subject, notCompared: NotCompared[]): Subject {
  const read = (text: string, field: string) => {
    const { text: plain, isDamaged, readings } = readText(text);
    if (isDamaged) notCompared.push({ why: 'script_not_read', field, kind: 'Damaged' });
    return [plain, ...readings].join('; ');
  };
  if (!person) return { organisation: { ...organisation, name: read(organisation.name, 'name') } };
  const readPerson = { ...person };
  for (const field of nameFields) if (person[field]) readPerson[field] = read(person[field], field);
  return { person: readPerson };
}

/** The unreadable content of a text: scripts by their names, `Mixed` for a word with letters of several alphabets. */
function unreadIn(text: string): string[] {
  if (isPlainText(text)) return [];
  return [...unreadScripts(text), ...(hasOtherLetters.test(text) && mixesAlphabets(text) ? ['Mixed'] : [])];
}

/**
 * Readings of a text: the name as written, each of several names in it, each of its scripts, and its possible intended
 * readings.
 */
function readingsOf(text: string): string[] {
  const names = [text, ...aliasesIn(text)];
  if (!hasOtherLetters.test(text)) return names;
  return [...new Set(names.flatMap((name) => [...inEachScript(name), ...disguisedReadings(name)]))];
}

/** Whether a name of a person consists only of initials, titles or digits: it cannot clear anybody. */
function isNoName(text: string, parts: NamePart[]): boolean {
  if (parts.every((part) => isTitle(part.text) || /^\d+$/.test(part.text))) return true;
  if (hasWord(text)) return false;
  const words = text.normalize('NFKC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.length <= maxInitials && words.every((word) => isInitial.test(word));
}

const isInitial =
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Arabic}\p{Script=Hebrew}]\p{M}*$/u;

/**
 * Foreign names in Chinese, Japanese and Korean script are transcribed by sound. They are reported as not compared,
 * unless the name is given in another script too.
 */
function transcriptions(spellings: readonly Spelling[]): NotCompared[] {
  const isReadScript = ({ text }: Spelling) =>
    isPlainText(text) ? hasLetter.test(text) : readScripts.test(text);
  if (spellings.some(isReadScript)) return [];
  return spellings.flatMap(({ text, field }): NotCompared[] => {
    const script = transcribedIn(text);
    return script ? [{ why: 'script_not_read', field, kind: `${script}_transcription` }] : [];
  });
}

const hasLetter = /[A-Za-z]/;
const readScripts = /\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Arabic}/u;

/** Whether a part of a name exceeds the limits and is ignored. */
function isTooLong(text: string, names: readonly SubjectName[]): boolean {
  return text.length > maxLength || names.some(({ parts }) => parts.length >= maxParts);
}

function ofPerson(person: Person, notCompared: NotCompared[]): Spelling[] {
  const native = person.nativeName ? spellingsIn('nativeName', person.nativeName) : [];
  if (person.fullName !== undefined) return [...spellingsIn('fullName', person.fullName), ...native];
  const fields = (['givenName', 'middleName', 'familyName'] as const)
    .map((field) => spellingsIn(field, person[field] ?? ''))
    .filter((spellings) => spellings.length > 0);
  let whole: Spelling[] = fields.shift() ?? [];
  for (const variants of fields) {
    whole = whole.flatMap(({ text, field }) =>
      variants.map((one) => ({ text: `${text} ${one.text}`, field })),
    );
    if (whole.length <= maxSpellings) continue;
    whole = whole.slice(0, maxSpellings);
    notCompared.push({ why: 'too_many_spellings', field: whole[0]!.field, kind: null });
  }
  return [...whole, ...native];
}

/** The fields of a person to search for. */
function textsOf(person: Person): Record<string, string> {
  const { fullName, givenName, middleName, familyName, nativeName } = person;
  const native = nativeName === undefined ? {} : { nativeName };
  if (fullName !== undefined) return { fullName, ...native };
  return {
    givenName: givenName ?? '',
    middleName: middleName ?? '',
    familyName: familyName ?? '',
    ...native,
  };
}

/** The spellings in a field, separated by semicolons of any script, without duplicates. */
function spellingsIn(field: string, text: string): Spelling[] {
  const spellings = text.split(/[;；؛]/).map((spelling) => spelling.trim());
  return [...new Set(spellings)].filter(Boolean).map((spelling) => ({ text: spelling, field }));
}

/** A name given in two scripts at once, "Moshe (משה)", is also searched for in each script. */
function inEachScript(full: string): string[] {
  if (!hasOtherLetters.test(full)) return [full];
  const words = full.split(/[\s()[\]/]+/).filter(Boolean);
  const latin = words.filter((word) => /\p{Script=Latin}/u.test(word));
  const other = words.filter((word) => /\p{L}/u.test(word) && !/\p{Script=Latin}/u.test(word));
  return latin.length > 1 && other.length > 0 ? [full, latin.join(' '), other.join(' ')] : [full];
}

const hasOtherLetters = /[^\x20-\x7e]/;

/** Why a part of a query could not be compared with the lists. */
export type NotComparedReason =
  | 'script_not_read'
  | 'name_empty'
  | 'name_too_long'
  | 'too_many_spellings'
  | 'identifier_unreadable'
  | 'identifier_kind_not_held'
  | 'list_kind_not_loaded';

/** A part of a query that was not compared: it can neither match nor be cleared. */
export interface NotCompared {
  why: NotComparedReason;
  /** The field of the person or the organisation, such as `nativeName`. */
  field: string;
  /** The script by its Unicode name, or the kind of number or list; `null` if the reason needs neither. */
  kind: string | null;
}

/** Removes duplicates. */
export function eachOnce(all: readonly NotCompared[]): NotCompared[] {
  if (all.length < 2) return [...all];
  return [...new Map(all.map((one) => [`${one.why} ${one.field} ${one.kind}`, one])).values()];
}

/**
 * The numbers that cannot be compared: too short to identify anybody, or of a kind that none of the requested lists
 * contains. A number of unknown kind is compared with all.
 */
export function identifiersNotCompared(
  index: ScreeningIndex,
  { identifiers, kindFlags }: Question,
): NotCompared[] {
  if (identifiers.length === 0) return [];
  const heldTypes = heldIdentifiers(index, kindFlags);
  return identifiers.flatMap((identifier): NotCompared[] => {
    const kind = givenKind(identifier);
    if (identifierForms({ type: kind, number: identifier.number }).length === 0)
      return [{ why: 'identifier_unreadable', field: 'identifiers', kind }];
    const isHeld = kind === 'other' ? heldTypes.size > 0 : heldTypes.has(kind);
    return isHeld ? [] : [{ why: 'identifier_kind_not_held', field: 'identifiers', kind }];
  });
}
