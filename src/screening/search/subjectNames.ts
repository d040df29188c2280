import type { NamePart } from '../names/namePart.ts';
import { nameParts } from '../names/nameParts.ts';
import { hasLegalForm, organisationParts } from '../names/organisationParts.ts';
import type { Person, Subject } from './subject.ts';

/** One name of a subject: as it was given, and its parts. */
export interface SubjectName {
  text: string;
  parts: NamePart[];
}

/** How many spellings of a name, separated by semicolons, are looked for. */
const maxSpellings = 8;

/** The names to look for: each spelling of a name, each script of one that is written in two, and the native one. */
export function subjectNames({ person, organisation }: Subject): SubjectName[] {
  const texts = person ? namesOf(person) : spellingsOf(organisation.name);
  const names = texts.map((text) => ({
    text: text.trim(),
    parts: person ? nameParts(text) : organisationParts(text),
  }));
  const alsoRead = person ? names.filter(({ parts }) => hasLegalForm(parts)) : [];
  for (const { text } of alsoRead) names.push({ text, parts: organisationParts(text) });
  return names.filter(({ parts }) => parts.length > 0);
}

function namesOf({ fullName, givenName, middleName, familyName, nativeName }: Person): string[] {
  const full = fullName ?? [givenName, middleName, familyName].filter(Boolean).join(' ');
  const names = spellingsOf(full);
  return nativeName ? [...names, nativeName] : names;
}

function spellingsOf(full: string): string[] {
  return full.includes(';') ? full.split(';', maxSpellings).flatMap(inEachScript) : inEachScript(full);
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
