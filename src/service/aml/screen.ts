import { explained } from './explained.ts';
import type { Hit } from './hit.ts';
import { candidates } from './index/candidates.ts';
import { entityFlag } from './index/columns.ts';
import { prepareQuery, releaseQuery } from './index/prepareQuery.ts';
import { scratchOf } from './index/scratch.ts';
import type { ScreeningIndex } from './index/screeningIndex.ts';
import type { Topic } from './lists/listed.ts';
import { type Alignment, alignParts } from './match/alignParts.ts';
import { birthDate } from './match/birthDate.ts';
import { countryNumber } from './match/countryNumber.ts';
import { countryVerdict } from './match/countryVerdict.ts';
import { type DateRange, dateRange } from './match/dateRange.ts';
import { type Circumstances, logOdds } from './match/logOdds.ts';
import { nameParts } from './match/nameParts.ts';
import type { Query } from './match/query.ts';
import { logOddsUnder, score } from './match/score.ts';
import type { Person } from './person.ts';
import { possibleMatchThreshold } from './possibleMatchThreshold.ts';

export interface ScreenOptions {
  /** Kinds of lists to look at; all by default. */
  lists?: readonly Topic[] | undefined;
  /** 0.5 to 1; 0.5 by default. */
  minScore?: number | undefined;
  /** The most hits to give back; 20 by default. */
  limit?: number | undefined;
}

/** The best name of one entity and how it did. */
export interface Finding {
  entity: number;
  name: number;
  score: number;
  query: Query;
  alignment: Alignment;
  circumstances: Circumstances;
}

/** Listed entities that may be the person, best first. Pure: no clock, no I/O; the same every time. */
export function screen(index: ScreeningIndex, person: Person, options: ScreenOptions = {}): Hit[] {
  const { lists, minScore = 0.5, limit = 20 } = options;
  const wanted = lists ? lists.reduce((flags, topic) => flags | entityFlag[topic], 0) : ~0;
  const born = person.dateOfBirth ? dateRange(person.dateOfBirth) : null;
  const codes = [...(person.nationalities ?? []), person.countryOfBirth ?? ''].filter(Boolean);
  const countries = codes.map((code) => countryNumber(code.toUpperCase()));
  const best = new Map<number, Finding>();
  const search = { index, born, countries, wanted, minScore, least: logOddsUnder(minScore), best };
  for (const name of namesOf(person)) {
    const parts = nameParts(name);
    if (parts.length === 0) continue;
    const query = prepareQuery(index, parts);
    for (const candidate of candidates(index, query, born && born.from === born.to ? born.from : 0))
      consider(search, query, candidate);
    releaseQuery(index, query);
  }
  return [...best.values()]
    .sort((a, b) => b.score - a.score || a.entity - b.entity)
    .slice(0, limit)
    .map((finding) => explained(index, finding, person.dateOfBirth ?? null, codes));
}

/** How many spellings of a name, separated by semicolons, are looked for. */
const mostSpellings = 8;

function namesOf({ fullName, givenName, middleName, familyName, nativeName }: Person): string[] {
  const full = fullName ?? [givenName, middleName, familyName].filter(Boolean).join(' ');
  const names = full.split(';', mostSpellings).flatMap(inEachScript);
  return nativeName ? [...names, nativeName] : names;
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

interface Search {
  index: ScreeningIndex;
  born: DateRange | null;
  countries: number[];
  wanted: number;
  minScore: number;
  /** What is under these log odds is under `minScore`. */
  least: number;
  best: Map<number, Finding>;
}

/** Compares a listed name with the query and keeps it if it is the best of its entity. */
function consider(
  { index, born, countries, wanted, minScore, least, best }: Search,
  query: Query,
  name: number,
): void {
  const { columns } = index;
  const entity = columns.nameEntity[name]!;
  const flags = columns.entityFlags[entity]!;
  if (!(flags & wanted & (entityFlag.sanctions | entityFlag.pep))) return;
  const { entityDateStart, dates, entityCountryStart, countries: listed } = columns;
  const date = birthDate(
    born?.from ?? 0,
    born?.to ?? 0,
    dates,
    entityDateStart[entity]!,
    entityDateStart[entity + 1]!,
  );
  const agrees = date === 'same' || date === 'same_year' || date === 'compatible';
  const alignment = alignParts(columns, scratchOf(index).tokenChain, query, name, agrees);
  const organisation = !(flags & entityFlag.person);
  const isWhole = whole(alignment);
  if (alignment.met === 0 || (organisation && !isWhole)) return;
  const circumstances = {
    weak: columns.nameWeak[name] === 1,
    organisation,
    date,
    country: countryVerdict(countries, listed, entityCountryStart[entity]!, entityCountryStart[entity + 1]!),
  };
  const odds = logOdds(alignment, circumstances);
  if (odds < least && !isWhole) return;
  const total = isWhole ? scoredWhole(alignment, circumstances, odds) : score(odds);
  const other = best.get(entity);
  if (total < minScore || (other && other.score >= total)) return;
  best.set(entity, { entity, name, score: total, query, alignment, circumstances });
}

/**
 * However common its parts are, a whole name is found, and alerts if it is written as on the list, unless
 * the date speaks against it or the list itself calls the alias weak.
 */
function scoredWhole({ pairs }: Alignment, { weak, date }: Circumstances, odds: number): number {
  const sum = score(odds);
  if (date === 'different' || date === 'near') return sum;
  const least = possibleMatchThreshold - (weak ? 0.1 : 0);
  const exact = pairs.every((pair) => pair.how === 'same');
  return Math.max(sum, exact ? least : (sum + least) / 2);
}

function whole({ pairs, onlyQuery, onlyListed }: Alignment): boolean {
  return onlyQuery === 0 && onlyListed === 0 && pairs.every((pair) => pair.similarity >= 0.96);
}
