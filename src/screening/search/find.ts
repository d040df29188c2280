import { alignmentOf, kept, type MatchedParts } from '../compare/alignment.ts';
import { alignParts } from '../compare/alignParts.ts';
import { isWhole, logOdds, logOddsUnder, maxLogOdds, score, wholeNameFloor } from '../compare/evidence.ts';
import { searchedForms } from '../compare/looseNumber.ts';
import type { Query } from '../compare/query.ts';
import { isVowelless } from '../compare/tokenRow.ts';
import { eachUnder, keyOf, keySeed } from '../index/keyTable.ts';
import {
  type Columns,
  entityAt,
  entityFlag,
  nameFlag,
  type ScreeningIndex,
} from '../index/screeningIndex.ts';
import { candidates, fetchRows, maxSearchSize } from './candidates.ts';
import { explainWeights, identifierWeight } from './explainFinding.ts';
import {
  countryVerdictOf,
  dateVerdictOf,
  type Finding,
  givenKind,
  type IdentifierFinding,
  isOfOther,
  type Question,
} from './finding.ts';
import { prepareQuery, releaseQuery } from './prepareQuery.ts';
import type { NameSet } from './scratch.ts';
import type { GivenIdentifier } from './subject.ts';
import type { SubjectName } from './subjectNames.ts';

/** Adds the entities with a name similar to the given one, each with its best name. */
export function findByName(
  index: ScreeningIndex,
  question: Question,
  { text, parts, isOfThing = false }: SubjectName,
  findings: Map<number, Finding>,
): void {
  const { born } = question;
  const query = prepareQuery(index, parts);
  const search = {
    index,
    question,
    given: text,
    isOfThing,
    query,
    minLogOdds: logOddsUnder(question.minScore),
    findings,
  };
  const birthday = born && born.from === born.to ? born.from : 0;
  // If many of these candidates alert, names beyond the limit may alert too: search again among four times as many.
  let [compared, alerting] = [0, 0];
  for (let searchSize = 1; searchSize <= maxSearchSize; searchSize *= 4) {
    const { found, isCut } = candidates(index, query, { birthday, searchSize });
    alerting += compareFrom(search, found, compared);
    compared = found.length;
    if (!isCut || alerting < compared * alertingShare) break;
  }
  releaseQuery(index, query);
}

/**
 * Compares the names from a position on.
 * @returns how many of them alert
 */
function compareFrom(search: Search, found: NameSet, first: number): number {
  fetchRows(search.index, found, first);
  let alerting = 0;
  for (let i = first; i < found.length; i++) if (compareName(search, found.names[i]!)) alerting += 1;
  return alerting;
}

/** The share of alerting candidates from which a larger search follows. */
const alertingShare = 0.2;

interface Search {
  index: ScreeningIndex;
  question: Question;
  given: string;
  /** The name is compared with vessels and aircraft alone. */
  isOfThing: boolean;
  query: Query;
  /** Log odds below this give a score below the minimum score. */
  minLogOdds: number;
  findings: Map<number, Finding>;
}

/**
 * Compares a listed name with the query, and records it if it is the best name of its entity so far.
 * @returns whether it reaches the minimum score
 */
function compareName(search: Search, name: number): boolean {
  const { index, question, given, isOfThing, query, minLogOdds, findings } = search;
  const { columns } = index;
  const entity = columns.nameEntity[name]!;
  const flags = columns.entityFlags[entity]!;
  if (!(flags & question.kindFlags)) return false;
  const isThing = (flags & entityFlag.thing) !== 0;
  if (isOfThing && !isThing) return false;
  const isOrganisation = !(flags & entityFlag.person);
  const isUnknown = (flags & entityFlag.unknown) !== 0;
  if (isUnknown && question.isOrganisation !== isOrganisationRow(columns, name)) return false;
  const isOtherKind = !isUnknown && isOrganisation !== question.isOrganisation;
  const mustMatchWhole = isOtherKind || isThing;
  const date = dateVerdictOf(index, question, entity, name);
  const dateAgrees = date === 'same' || date === 'same_year' || date === 'compatible';
  if (!dateAgrees && meetsConsonantsAlone(columns, query, entity, name)) return false;
  const matched = alignParts(columns, query, name, { dateAgrees });
  if (matched.matchedBits === 0) return false;
  if (mustMatchWhole && !(isThing ? isWholeThing(matched) : isWhole(matched))) return false;
  const country = countryVerdictOf(index, question, entity);
  if (maxLogOdds(matched, query, { date, country }) < minLogOdds) return false;
  const weak = (columns.nameFlags[name]! & nameFlag.weak) !== 0;
  const { isDateProven } = question;
  const circumstances = {
    weak,
    organisation: isOtherKind && !isOfThing,
    isThing: isThing && (isOfThing || (question.isOrganisation && !query.parts.some(({ minor }) => minor))),
    date,
    isDateProven,
    country,
  };
  const alignment = alignmentOf(columns, query, name, matched);
  const odds = logOdds(alignment, circumstances);
  const total = odds + wholeNameFloor(alignment, circumstances, odds);
  if (total < minLogOdds) return false;
  const scored = score(total);
  const other = findings.get(entity);
  if (scored < question.minScore) return false;
  if (other && other.score >= scored) return true;
  findings.set(entity, {
    entity,
    score: scored,
    name: { name, given, query, alignment: kept(alignment), circumstances },
    identifier: null,
  });
  return true;
}

/** Whether a row has the parts of a name as those of an organisation. */
function isOrganisationRow({ nameFlags }: Columns, name: number): boolean {
  return (nameFlags[name]! & nameFlag.organisation) !== 0;
}

/** Whether all words of the name of a vessel or an aircraft are matched. They may be misspelled. */
function isWholeThing({ onlyQuery, onlyListed }: MatchedParts): boolean {
  return onlyQuery === 0 && onlyListed === 0;
}

/**
 * Whether the query has vowels, the listed name has none, and the entity has another name with vowels. That other name
 * is compared instead, because very many names share the same consonants.
 */
function meetsConsonantsAlone(columns: Columns, { parts }: Query, entity: number, name: number): boolean {
  if (parts[0]!.vowelless || !lacksVowels(columns, name)) return false;
  const { entityNameStart: starts } = columns;
  for (let other = starts[entity]!; other < starts[entity + 1]!; other++)
    if (!lacksVowels(columns, other)) return true;
  return false;
}

function lacksVowels({ nameTokenStart, nameTokens, tokenRows }: Columns, name: number): boolean {
  if (nameTokenStart[name] === nameTokenStart[name + 1]) return true;
  return isVowelless(tokenRows, nameTokens[nameTokenStart[name]!]!);
}

/** Maximum number of entities with one number: more than a screening keeps. */
const maxPerNumber = 1000;

/** Adds the entities that have one of the subject's numbers, whatever their names. */
export function findByIdentifier(
  index: ScreeningIndex,
  question: Question,
  findings: Map<number, Finding>,
): void {
  const {
    identifierKeyHeads: heads,
    identifierKeys: keys,
    identifierKeyValues: values,
    entityFlags,
  } = index.columns;
  for (const queryIdentifier of question.identifiers) {
    const forms = searchedForms({ type: givenKind(queryIdentifier), number: queryIdentifier.number });
    for (const form of forms)
      eachUnder({ heads, keys, values }, keyOf(form, keySeed.identifier), maxPerNumber, (entity) => {
        if (!(entityFlags[entity]! & question.kindFlags)) return;
        const identifier = sameNumber(index, entity, queryIdentifier, forms);
        if (identifier) addIdentifierFinding(findings, entity, identifier);
      });
  }
}

/** Finds an equal listed number, preferably one of the same country. */
function sameNumber(
  index: ScreeningIndex,
  entity: number,
  identifier: GivenIdentifier,
  forms: readonly string[],
): IdentifierFinding | null {
  const country = identifier.country?.toUpperCase() ?? null;
  const equal = (entityAt(index, entity).identifiers ?? []).filter((one) =>
    searchedForms(one).some((form) => forms.includes(form)),
  );
  const given = { type: identifier.type ?? null, country, number: identifier.number };
  const listed = equal.find((one) => !isOfOther({ given, listed: one })) ?? equal[0];
  return listed
    ? {
        given,
        listed: { type: listed.type, country: listed.country, number: listed.number },
      }
    : null;
}

function addIdentifierFinding(
  findings: Map<number, Finding>,
  entity: number,
  identifier: IdentifierFinding,
): void {
  const previous = findings.get(entity);
  if (previous?.identifier && identifierWeight(previous.identifier) >= identifierWeight(identifier)) return;
  const finding = { entity, score: 0, name: previous?.name ?? null, identifier };
  findings.set(entity, { ...finding, score: score(explainWeights(finding).sum) });
}
