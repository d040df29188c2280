import { identifierForms } from '../compare/verdicts.ts';
import { heldIdentifiers, type ScreeningIndex } from '../index/screeningIndex.ts';
import { japaneseReadings } from '../names/japanese.ts';
import type { NamePart } from '../names/namePart.ts';
import { maxLength, maxParts, nameParts } from '../names/nameParts.ts';
import { hasLegalForm, organisationParts } from '../names/organisationParts.ts';
import { unreadScripts } from '../names/unreadScripts.ts';
import { givenKind, type Question } from './finding.ts';
import type { Person, Subject } from './subject.ts';

/** One name of a subject: as it was given, and its parts. */
export interface SubjectName {
  text: string;
  parts: NamePart[];
}

/** How many spellings of a name are looked for: those of each of its fields with those of the others. */
const maxSpellings = 64;

/** A spelling, and the field that it stands in. */
interface Spelling {
  text: string;
  field: string;
}

/**
 * The names to look for: each spelling of a name, each script of one that is written in two, and the native one; and what of
 * them can't be.
 */
export function subjectNames(subject: Subject): { names: SubjectName[]; notCompared: NotCompared[] } {
  const { person } = subject;
  const partsOf = person ? nameParts : organisationParts;
  const notCompared: NotCompared[] = [];
  const spellings = person ? ofPerson(person, notCompared) : spellingsIn('name', subject.organisation.name);
  const names: SubjectName[] = [];
  for (const [field, text] of Object.entries(person ? textsOf(person) : { name: subject.organisation.name }))
    for (const kind of unreadScripts(text)) notCompared.push({ why: 'script_not_read', field, kind });
  for (const { text, field } of spellings) {
    const readings = inEachScript(text).map((one) => ({ text: one, parts: partsOf(one) }));
    const legible = readings.filter(({ parts }) => parts.length > 0);
    if (legible.length === 0 && unreadScripts(text).length === 0)
      notCompared.push({ why: 'name_empty', field, kind: null });
    if (isTooLong(text, legible)) notCompared.push({ why: 'name_too_long', field, kind: null });
    names.push(...legible);
    if (!person) continue;
    const japanese = japaneseReadings(text);
    names.push(...japanese.names.map((reading) => ({ text, parts: nameParts(reading) })));
    if (japanese.isUnread) notCompared.push({ why: 'script_not_read', field, kind: 'Kanji' });
  }
  const alsoRead = person ? names.filter(({ parts }) => hasLegalForm(parts)) : [];
  for (const { text } of alsoRead) names.push({ text, parts: organisationParts(text) });
  return { names, notCompared: eachOnce(notCompared) };
}

/** Whether something of a name is left out. */
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

/** The fields that are looked for. */
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

/** The spellings of a field, separated by semicolons of any script, each once. */
function spellingsIn(field: string, text: string): Spelling[] {
  const spellings = text.split(/[;；؛]/).map((spelling) => spelling.trim());
  return [...new Set(spellings)].filter(Boolean).map((spelling) => ({ text: spelling, field }));
}

/** A name given in two scripts at once, "Moshe (משה)", is also looked for in each. */
function inEachScript(full: string): string[] {
  if (!hasOtherLetters.test(full)) return [full];
  const words = full.split(/[\s()[\]/]+/).filter(Boolean);
  const latin = words.filter((word) => /\p{Script=Latin}/u.test(word));
  const other = words.filter((word) => /\p{L}/u.test(word) && !/\p{Script=Latin}/u.test(word));
  return latin.length > 1 && other.length > 0 ? [full, latin.join(' '), other.join(' ')] : [full];
}

const hasOtherLetters = /[^\x20-\x7e]/;

/** Why a part of a question could not be compared with the lists. */
export type NotComparedReason =
  | 'script_not_read'
  | 'name_empty'
  | 'name_too_long'
  | 'too_many_spellings'
  | 'identifier_unreadable'
  | 'identifier_kind_not_held'
  | 'list_kind_not_loaded';

/** A part of a question that was not compared: nothing was found, and nothing was ruled out. */
export interface NotCompared {
  why: NotComparedReason;
  /** The field of the person or the organisation, such as `nativeName`. */
  field: string;
  /** The script, by its Unicode name, or the kind of number or list; `null` where neither says anything. */
  kind: string | null;
}

/** The same, each once. */
export function eachOnce(all: readonly NotCompared[]): NotCompared[] {
  return [...new Map(all.map((one) => [`${one.why} ${one.field} ${one.kind}`, one])).values()];
}

/**
 * The numbers that cannot be compared: too short to identify anybody, or of a kind that none of the requested lists
 * contains. A number of unknown kind is compared with all.
 */
export function identifiersNotCompared(
  index: ScreeningIndex,
  { identifiers, wanted }: Question,
): NotCompared[] {
  if (identifiers.length === 0) return [];
  const heldTypes = heldIdentifiers(index, wanted);
  return identifiers.flatMap((identifier): NotCompared[] => {
    const kind = givenKind(identifier);
    if (identifierForms({ type: kind, number: identifier.number }).length === 0)
      return [{ why: 'identifier_unreadable', field: 'identifiers', kind }];
    const isHeld = kind === 'other' ? heldTypes.size > 0 : heldTypes.has(kind);
    return isHeld ? [] : [{ why: 'identifier_kind_not_held', field: 'identifiers', kind }];
  });
}
