import { identifierForms, isSameIdentifier } from '../compare/verdicts.ts';
import { eachUnder, keyOf, keySeed } from '../index/keyTable.ts';
import { entityAt, entityFlag, type ScreeningIndex } from '../index/screeningIndex.ts';
import type { Listed } from '../lists/listed.ts';
import { explainFinding } from './explainFinding.ts';
import type { Finding, Hit, Question } from './finding.ts';

/** Findings beyond the number of hits that are checked, because they may be another source of a hit. */
const maxRead = 100;

/** Entities of several lists that are the same person or organisation, the best finding first. */
interface Group {
  finding: Finding;
  entities: Listed[];
  rows: number[];
}

/**
 * Converts findings, best first, to hits. Findings of one person or organisation on several lists become one hit.
 * `totalHits` includes hits beyond the limit; if there are very many findings, it counts each of the remaining findings
 * as a hit.
 */
export function hitsOf(
  index: ScreeningIndex,
  question: Question,
  findings: Finding[],
  limit: number,
): { hits: Hit[]; totalHits: number } {
  const groups: Group[] = [];
  const read = findings.slice(0, limit + maxRead);
  let at = 0;
  for (; at < read.length && groups.length < limit; at++) {
    const finding = read[at]!;
    const entity = entityAt(index, finding.entity);
    if (!joined(groups, finding.entity, entity))
      groups.push({ finding, entities: [entity], rows: [finding.entity] });
  }
  const others = at < read.length ? joinRest(index, groups, read.slice(at)) : 0;
  const hits = groups.map(({ finding, entities, rows }) =>
    explainFinding(index, question, finding, { entities, rows }),
  );
  return { hits, totalHits: hits.length + others + (findings.length - read.length) };
}

/** Adds an entity to the first group of the same person or organisation. Returns false if there is none. */
function joined(groups: Group[], row: number, entity: Listed): boolean {
  for (const { entities, rows } of groups)
    for (let i = 0; i < entities.length; i++)
      if (isSameEntity(entities[i]!, entity)) {
        entities.push(entity);
        rows.push(row);
        return true;
      }
  return false;
}

/**
 * Adds the remaining findings to existing groups, without new hits. Only entities that may belong to a group are read.
 * @returns the number of findings that belong to no group
 */
function joinRest(index: ScreeningIndex, groups: Group[], rest: Finding[]): number {
  let others = 0;
  const sameNumber = new Set<number>();
  for (const { entities } of groups)
    for (const entity of entities) addRowsOfSameNumber(index, entity, sameNumber);
  for (const { entity: row } of rest) {
    const mayJoin =
      sameNumber.has(row) ||
      groups.some(({ rows }) => rows.some((other) => mayBeNamesake(index, other, row)));
    const entity = mayJoin ? entityAt(index, row) : null;
    if (entity && joined(groups, row, entity)) addRowsOfSameNumber(index, entity, sameNumber);
    else others += 1;
  }
  return others;
}

/**
 * Whether two entries of different lists are one person or organisation: they share a number, or a name, the day of
 * birth and a country together.
 */
function isSameEntity(a: Listed, b: Listed): boolean {
  const isOtherKind = a.kind !== b.kind && a.kind !== 'unknown' && b.kind !== 'unknown';
  if (isOtherKind || meet(a.lists, b.lists)) return false;
  if (shareNumber(a, b)) return true;
  return meet(a.countries, b.countries) && sameDay(a, b) && meet(namesOf(a), namesOf(b));
}

/** Whether two entities share a number of the same country. */
function shareNumber({ identifiers = [] }: Listed, { identifiers: others = [] }: Listed): boolean {
  return identifiers.some(
    (one) =>
      one.country !== null &&
      others.some((other) => other.country === one.country && isSameIdentifier(one, other)),
  );
}

function namesOf({ names }: Listed): string[] {
  return names
    .filter(({ quality }) => quality !== 'weak')
    .map(({ text }) => (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).sort().join(' '));
}

/** Whether two entities share a full date of birth. Organisations have none and need none. */
function sameDay(a: Listed, b: Listed): boolean {
  if (a.kind !== 'person' && b.kind !== 'person') return true;
  return a.birthDates.some((date) => b.birthDates.includes(date) && /^\d{4}-\d\d-\d\d$/.test(date));
}

function meet(a: string[], b: string[]): boolean {
  for (let i = 0; i < a.length; i++) if (b.includes(a[i]!)) return true;
  return false;
}

/**
 * Whether two rows may be the same entity by day of birth and country, as in `isSameEntity`. Uses only the columns,
 * without reading the entities.
 */
function mayBeNamesake({ columns }: ScreeningIndex, a: number, b: number): boolean {
  const { entityFlags, entityCountryStart, countries, entityDateStart, dates } = columns;
  const isPerson = (entityFlags[a]! | entityFlags[b]!) & entityFlag.person;
  const isUnknown = (entityFlags[a]! | entityFlags[b]!) & entityFlag.unknown;
  if (!isUnknown && isPerson !== (entityFlags[a]! & entityFlags[b]! & entityFlag.person)) return false;
  return (
    (!isPerson || rangesMeet(dates, entityDateStart, a, b)) && rangesMeet(countries, entityCountryStart, a, b)
  );
}

/** Whether the value ranges of two rows, delimited by `starts`, have a value in common. */
function rangesMeet(values: Int32Array | Uint16Array, starts: Uint32Array, a: number, b: number): boolean {
  for (let i = starts[a]!; i < starts[a + 1]!; i++)
    for (let j = starts[b]!; j < starts[b + 1]!; j++) if (values[i] === values[j]) return true;
  return false;
}

/** Adds the rows that have one of an entity's numbers. */
function addRowsOfSameNumber({ columns }: ScreeningIndex, entity: Listed, rows: Set<number>): void {
  const { identifierKeyHeads: heads, identifierKeys: keys, identifierKeyValues: values } = columns;
  for (const identifier of entity.identifiers ?? [])
    for (const form of identifierForms(identifier))
      eachUnder({ heads, keys, values }, keyOf(form, keySeed.identifier), Number.POSITIVE_INFINITY, (row) =>
        rows.add(row),
      );
}
