import { entityAt } from '../index/entityAt.ts';
import type { ScreeningIndex } from '../index/screeningIndex.ts';
import type { Listed } from '../lists/listed.ts';
import { explainFinding } from './explainFinding.ts';
import type { Finding } from './finding.ts';
import type { Hit } from './hit.ts';
import { isSameEntity } from './isSameEntity.ts';
import { addRowsOfSameNumber, mayBeNamesake } from './mayBeSameEntity.ts';
import type { Question } from './question.ts';

/** How many findings beyond the number of hits are checked, since they may be another source of a hit. */
const mostRead = 100;

/** Entities of several lists that are one, the best finding first. */
interface Group {
  finding: Finding;
  entities: Listed[];
  rows: number[];
}

/** Findings, best first, as hits: those that are one person or organisation on several lists become one. */
export function hitsOf(index: ScreeningIndex, question: Question, findings: Finding[], limit: number): Hit[] {
  const groups: Group[] = [];
  const hits = findings.slice(0, limit + mostRead);
  let at = 0;
  for (; at < hits.length && groups.length < limit; at++) {
    const finding = hits[at]!;
    const entity = entityAt(index, finding.entity);
    if (!joined(groups, finding.entity, entity))
      groups.push({ finding, entities: [entity], rows: [finding.entity] });
  }
  if (at < hits.length) joinRest(index, groups, hits.slice(at));
  return groups.map(({ finding, entities, rows }) =>
    explainFinding(index, question, finding, { entities, rows }),
  );
}

/** Adds an entity to the first group that it is one with, if any. */
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

/** The rest become no hits of their own: only those are read that may be the same entity as a group. */
function joinRest(index: ScreeningIndex, groups: Group[], rest: Finding[]): void {
  const sameNumber = new Set<number>();
  for (const { entities } of groups)
    for (const entity of entities) addRowsOfSameNumber(index, entity, sameNumber);
  for (const { entity: row } of rest) {
    const mayJoin =
      sameNumber.has(row) ||
      groups.some(({ rows }) => rows.some((other) => mayBeNamesake(index, other, row)));
    if (!mayJoin) continue;
    const entity = entityAt(index, row);
    if (joined(groups, row, entity)) addRowsOfSameNumber(index, entity, sameNumber);
  }
}
