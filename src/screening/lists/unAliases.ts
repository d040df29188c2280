import { type CleanName, cleanNames } from './cleanNames.ts';
import type { Identifier } from './identifier.ts';
import { identifiersIn } from './identifiersIn.ts';
import { known } from './known.ts';
import type { ListedName } from './listed.ts';
import { mergedNames } from './mergedNames.ts';
import { partialDate } from './partialDate.ts';
import type { XmlElement } from './XmlElement.ts';

/** What the aliases of an entry of the UN list say: names, and dates, places and documents that belong to them. */
export interface UnAliases {
  names: ListedName[];
  places: XmlElement[];
  identifiers: Identifier[];
}

/** The names of an entry, the primary one first, cleaned of prose. */
export function unAliases(entry: XmlElement, primary: string): UnAliases {
  const aliases = [...entry.all('INDIVIDUAL_ALIAS'), ...entry.all('ENTITY_ALIAS')];
  const original = entry.values('NAME_ORIGINAL_SCRIPT').flatMap((text) => cleanNames(text));
  return {
    names: mergedNames([
      ...cleanNames(primary).map(({ text, isAcronym }, i) => ({
        text,
        quality: i === 0 ? ('primary' as const) : isAcronym ? ('weak' as const) : ('strong' as const),
      })),
      ...original.map(({ text }) => ({ text, quality: 'strong' as const })),
      ...aliases.flatMap(namesOf),
    ]),
    places: aliases,
    identifiers: aliases.flatMap((alias) => documentsIn(alias.value('NOTE'))),
  };
}

function namesOf(alias: XmlElement): ListedName[] {
  const weak = alias.value('QUALITY') === 'Low';
  const note = alias.value('NOTE');
  const dates = known([partialDate(alias.value('DATE_OF_BIRTH')), ...datesIn(note)]);
  const written = cleanNames(alias.value('ALIAS_NAME'));
  const names = [...written, ...namesIn(note, written)];
  return names.map(({ text, isAcronym, birthDates = [] }) => {
    const own = known([...dates, ...birthDates]);
    const quality = weak || isAcronym ? ('weak' as const) : ('strong' as const);
    return own.length > 0 ? { text, quality, birthDates: own } : { text, quality };
  });
}

/** `DOB: a) 11 Apr. 1960 b) 11 Apr. 1963.`, `born 16 Dec. 1948, in …`, `(DPOB - 1977)`. */
function datesIn(note: string): (string | null)[] {
  const said =
    /\b(?:DOB|DPOB|born)\b\s*[:-]?\s*((?:(?:in|on|[a-h]\))?\s*(?:\d{1,2} )?(?:[A-Z][a-z]+\.? )?\d{4}[\s,]*)+)/.exec(
      note,
    );
  const dates = said?.[1]?.match(/(?:\d{1,2} )?(?:[A-Z][a-z]+\.? )?\d{4}/g) ?? [];
  return dates.map((date) => partialDate(date));
}

/** Spellings that stand in a note: `original script: …`, `In Arabic: …`, or nothing but names. */
function namesIn(note: string, written: CleanName[]): CleanName[] {
  const script = /\b(?:original script|in arabic):\s*(.+)$/i.exec(note);
  if (script) return cleanNames(script[1]!);
  const bracket = /\(([^()]*;[^()]*)\)/.exec(note);
  if (bracket) return cleanNames(bracket[1]!);
  const isLatinAlias = written.some(({ text }) => isLatin(text));
  const isNames = !isLatinAlias && note.includes(';') && !/[\d:]/.test(note);
  return isNames ? cleanNames(note) : [];
}

function documentsIn(note: string): Identifier[] {
  const said = note.match(/[^.;(]*\b(?:passport|ID) (?:no\.|number)[^;]*/gi) ?? [];
  return said.flatMap((text) => identifiersIn(text.replace(/\(DPOB.*?\)/, ''), 'other'));
}

function isLatin(text: string): boolean {
  return /\p{Script=Latin}/u.test(text);
}
