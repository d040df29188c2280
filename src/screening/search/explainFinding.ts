import { type AlignedPair, mask } from '../compare/alignment.ts';
import { type EvidenceKind, eachEvidence, weights, wholeNameFloor } from '../compare/evidence.ts';
import { isMinor } from '../compare/tokenRow.ts';
import { type CountryVerdict, type DateVerdict, worldwideIdentifiers } from '../compare/verdicts.ts';
import { tokenTextOf } from '../index/keyTable.ts';
import type { ScreeningIndex } from '../index/screeningIndex.ts';
import type { Entity } from '../lists/entity.ts';
import type { Listed } from '../lists/listed.ts';
import { shownEntity } from '../lists/shownEntity.ts';
import { minorReason } from '../names/nameParts.ts';
import {
  countryVerdictOf,
  dateVerdictOf,
  type Explanation,
  type Finding,
  type Hit,
  type IdentifierFinding,
  isOfOneIssuer,
  isOfOther,
  type NameExplanation,
  type NameFinding,
  type Question,
  strengthOf,
} from './finding.ts';
import type { GivenIdentifier } from './subject.ts';

/** A finding as a hit: the full entity, its sources, and each compared field. */
export function explainFinding(
  index: ScreeningIndex,
  question: Question,
  finding: Finding,
  { entities, rows }: { entities: Listed[]; rows: number[] },
): Hit {
  const entity = entities[0]!;
  const entry = shownEntity(entity);
  return {
    id: entity.id,
    score: finding.score,
    strength: strengthOf(finding),
    lists: united(entities, 'lists'),
    topics: united(entities, 'topics'),
    entity: entry,
    sources: entities.flatMap(({ id, lists, sourceUrl }) => lists.map((list) => ({ id, list, sourceUrl }))),
    explain: explanationOf(index, question, finding, { entity, shown: entry }),
    contentHash: rows.map((row) => contentHash(index, row)).join(''),
  };
}

/** All texts of a field, each once. */
function united(entities: Listed[], field: 'lists' | 'topics'): string[] {
  const first = entities[0]![field];
  return entities.length === 1 && first.length < 2
    ? first.slice()
    : [...new Set(entities.flatMap((entity) => entity[field]))];
}

function explanationOf(
  index: ScreeningIndex,
  question: Question,
  finding: Finding,
  { entity, shown }: { entity: Listed; shown: Entity },
): Explanation {
  const { name, identifier } = finding;
  const { dateOfBirth, countries } = question;
  const { date, country } = name?.circumstances ?? {
    date: dateVerdictOf(index, question, finding.entity, null),
    country: countryVerdictOf(index, question, finding.entity),
  };
  // An equal number makes a hit by itself, whatever the other evidence.
  const uncounted = (text: string) => (name ? text : `${text} Not counted: the equal number decides alone.`);
  return {
    name: name && explainName(index, name, entity),
    dateOfBirth: {
      result: date,
      given: dateOfBirth,
      listed: shown.birthDates,
      text: uncounted(dateText(date, dateOfBirth, shown.birthDates)),
    },
    country: {
      result: country,
      given: countries,
      listed: entity.countries,
      text: uncounted(countryText(country, countries, entity.countries)),
    },
    identifiers: explainIdentifiers(identifier, question.identifiers, entity),
    weights: explainWeights(finding),
  };
}

function contentHash({ columns }: ScreeningIndex, row: number): string {
  return hex(columns.entityHash[2 * row]!) + hex(columns.entityHash[2 * row + 1]!);
}

/** 32 bits as eight hexadecimal digits. Two small numbers are faster to format than one large number. */
function hex(bits: number): string {
  return (0x10000 | (bits >>> 16)).toString(16).slice(1) + (0x10000 | (bits & 0xffff)).toString(16).slice(1);
}

/** Log odds added by an equal number: more if both sides name the same issuing country. */
export function identifierWeight({ given, listed }: IdentifierFinding): number {
  const { sameCountry, countryUnknown, otherCountry } = weights.identifier;
  if (isOfOther({ given, listed })) return otherCountry;
  return isOfOneIssuer({ given, listed }) ? sameCountry : countryUnknown;
}

/** Compares the given numbers with those of the entity. */
function explainIdentifiers(
  finding: IdentifierFinding | null,
  identifiersOfQuery: GivenIdentifier[],
  { identifiers = [] }: Listed,
): Explanation['identifiers'] {
  if (finding) {
    const result = isOfOther(finding) ? 'other_country' : 'same';
    return { result, matched: [finding.listed], text: identifierText(finding) };
  }
  if (identifiersOfQuery.length === 0)
    return { result: 'not_given', matched: [], text: 'Not compared: none given.' };
  return identifiers.length === 0
    ? { result: 'not_listed', matched: [], text: 'Not compared: none on the list.' }
    : { result: 'different', matched: [], text: 'No number in common, which says little.' };
}

/** A part of either name, as shown in the explanation. */
interface Part {
  text: string;
  minor: boolean;
}

/** Which parts of the given name matched which parts of the listed one, and which parts were unmatched or left out. */
function explainName(index: ScreeningIndex, finding: NameFinding, entity: Listed): NameExplanation {
  const { name, query, alignment } = finding;
  const first = index.columns.entityNameStart[index.columns.nameEntity[name]!]!;
  // An entity of unknown kind has each name in two rows.
  const { text, quality } = entity.names[(name - first) % entity.names.length]!;
  const listed = listedParts(index, name);
  const pairs = alignment.pairs.length < 2 ? alignment.pairs : alignment.pairs.toSorted(byPlace);
  const explained: NameExplanation = {
    given: finding.given,
    transliteration: joined(query.parts, 0, query.parts.length),
    listed: text,
    listedTransliteration: joined(listed, 0, listed.length),
    quality,
    parts: pairs.map((pair) => ({
      given: joined(query.parts, pair.from, pair.count),
      listed: joined(listed, pair.listedFrom, pair.listedCount),
      how: pair.how,
      similarity: Math.round(pair.similarity * 100) / 100,
      bits: Math.round(pair.information * 10) / 10,
    })),
    onlyGiven: [],
    onlyListed: [],
    leftOut: [],
    text: '',
  };
  addLeft(explained, query.parts, { side: 'given', matched: matchedParts(pairs, 'given') });
  addLeft(explained, listed, { side: 'listed', matched: matchedParts(pairs, 'listed') });
  explained.text = nameText(explained);
  return explained;
}

type Side = NameExplanation['leftOut'][number]['side'];

function byPlace(a: AlignedPair, b: AlignedPair): number {
  return a.from - b.from;
}

/** A bit mask of the matched parts of one side. */
function matchedParts(pairs: AlignedPair[], side: Side): number {
  let matched = 0;
  for (const pair of pairs)
    matched |= side === 'given' ? mask(pair.from, pair.count) : mask(pair.listedFrom, pair.listedCount);
  return matched;
}

/** Adds the unmatched parts of one side. */
function addLeft(
  { onlyGiven, onlyListed, leftOut }: NameExplanation,
  parts: readonly Part[],
  { side, matched }: { side: Side; matched: number },
): void {
  for (let i = 0; i < parts.length; i++) {
    if (matched & (1 << i)) continue;
    const { text, minor } = parts[i]!;
    if (minor) leftOut.push({ text, side, reason: minorReason(text) });
    else (side === 'given' ? onlyGiven : onlyListed).push(text);
  }
}

function listedParts({ columns }: ScreeningIndex, name: number): Part[] {
  const { nameTokenStart, nameTokens, tokenRows } = columns;
  const parts: Part[] = [];
  for (let i = nameTokenStart[name]!; i < nameTokenStart[name + 1]!; i++) {
    const token = nameTokens[i]!;
    parts.push({ text: tokenTextOf(columns, token), minor: isMinor(tokenRows, token) });
  }
  return parts;
}

function joined(parts: readonly Part[], from: number, count: number): string {
  let text = parts[from]?.text ?? '';
  for (let i = from + 1; i < from + count; i++) text += ` ${parts[i]!.text}`;
  return text;
}

/** The terms of a finding's score. */
export function explainWeights({ score, name, identifier }: Finding): Explanation['weights'] {
  const terms: Explanation['weights']['terms'] = [];
  let sum = 0;
  const add = (kind: EvidenceKind, value: number) => {
    sum += value;
    terms.push({ kind, value, text: texts[kind] });
  };
  if (name) {
    eachEvidence(name.alignment, name.circumstances, add);
    const floor = wholeNameFloor(name.alignment, name.circumstances, sum);
    if (floor > 0) add('whole_name_floor', floor);
  } else add('base', weights.base);
  if (identifier) add('identifier', identifierWeight(identifier));
  return { terms, sum: Math.round(1000 * sum) / 1000, score };
}

const texts: Record<EvidenceKind, string> = {
  base: 'Prior odds, before any comparison',
  name_met: 'Matching parts of the name, by their rarity',
  name_only_given: 'Parts of the given name only',
  name_only_listed: 'Parts of the listed name only',
  name_conflict: 'Parts that contradict each other',
  name_coverage: 'Share of both names that matches',
  name_spelling: 'Differences in spelling',
  name_romanisation: 'Syllables that are equal only under different romanisations',
  name_order: 'Parts in a different order',
  name_whole: 'Every part of both names matches',
  name_common: 'A combination of names that is common in one culture',
  weak_alias: 'The list marks this alias as weak',
  organisation: 'Different kinds of entity (person, organisation, vessel, aircraft)',
  date_of_birth: 'The date of birth',
  country: 'The countries',
  whole_name_floor: 'A full name match raises an alert unless the date of birth rules it out',
  identifier: 'Equal identification number',
};

/** One sentence on how the names match, for the file of a compliance officer. */
function nameText(name: NameExplanation): string {
  let sentence = '';
  for (const { given, listed, how, similarity } of name.parts) {
    if (sentence) sentence += '; ';
    sentence +=
      how === 'same'
        ? `“${given}” matches exactly`
        : `“${given}” matches “${listed}” (${howWords[how]}, ${similarity})`;
  }
  if (name.onlyGiven.length > 0) sentence += `${sentence && '; '}only given: ${name.onlyGiven.join(', ')}`;
  if (name.onlyListed.length > 0) sentence += `${sentence && '; '}only listed: ${name.onlyListed.join(', ')}`;
  return `Compared with ${qualities[name.quality]} “${name.listed}”: ${sentence}.`;
}

const qualities = { primary: 'the listed name', strong: 'the alias', weak: 'the weak alias' };

const howWords = {
  same: 'same',
  spelling: 'spelling',
  initial: 'initial',
  nickname: 'short form or variant',
  joined: 'joined or split',
  romanisation: 'another romanisation',
  truncated: 'truncated',
};

/** One sentence on the date of birth. */
function dateText(verdict: DateVerdict, queryDate: string | null, listed: string[]): string {
  const dates = listed.join(', ');
  switch (verdict) {
    case 'not_given':
      return listed.length > 0 ? `Not compared: none given; listed: ${dates}.` : 'Not compared: none given.';
    case 'not_listed':
      return 'Not compared: none on the list.';
    case 'placeholder':
      return `Not compared: ${queryDate} is a placeholder for an unknown date; listed: ${dates}.`;
    default:
      return `Given ${queryDate}, listed ${dates}: ${verdicts[verdict]}.`;
  }
}

const verdicts = {
  same: 'the same day',
  same_year: 'equal in the parts that both sides state',
  compatible: 'within the range on the list',
  close: 'differs by a likely typing error',
  near: 'at most two years apart',
  few_years: 'at most five years apart, which speaks against a match',
  apart: 'at most ten years apart, which speaks against a match',
  different: 'different, which speaks against a match',
};

/** One sentence on the countries. */
function countryText(verdict: CountryVerdict, queryCountries: string[], listed: string[]): string {
  if (verdict === 'not_given') return 'Not compared: none given.';
  if (verdict === 'not_listed') return 'Not compared: none on the list.';
  const sentence = `Given ${queryCountries.join(', ')}, listed ${listed.join(', ')}`;
  return verdict === 'same'
    ? `${sentence}: at least one in common.`
    : `${sentence}: none in common, which speaks against a match.`;
}

/** One sentence on an equal number. */
function identifierText({ given, listed }: IdentifierFinding): string {
  const country = worldwideIdentifiers.has(listed.type)
    ? 'which is unique worldwide'
    : isOfOneIssuer({ given, listed })
      ? `of the same country, ${given.country}`
      : isOfOther({ given, listed })
        ? `but issued by ${listed.country}, not ${given.country}`
        : 'with an issuing country that is not stated on both sides';
  return `The number ${given.number} equals the listed ${listed.type.replaceAll('_', ' ')} ${listed.number}, ${country}.`;
}
