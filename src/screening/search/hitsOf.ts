import { entityAt } from '../index/entityAt.ts';
import type { ScreeningIndex } from '../index/screeningIndex.ts';
import type { Listed } from '../lists/listed.ts';
import { explainFinding } from './explainFinding.ts';
import type { Finding } from './finding.ts';
import type { Hit } from './hit.ts';
import { isSameEntity } from './isSameEntity.ts';
import type { Question } from './question.ts';

/** How many findings are read beyond those that become hits, as they may be another source of one. */
const mostRead = 100;

/** Findings, best first, as hits: those that are one person or organisation on several lists become one. */
export function hitsOf(index: ScreeningIndex, question: Question, findings: Finding[], limit: number): Hit[] {
  const groups: { finding: Finding; entities: Listed[]; rows: number[] }[] = [];
  for (const finding of findings.slice(0, limit + mostRead)) {
    const entity = entityAt(index, finding.entity);
    const group = groups.find(({ entities }) => entities.some((other) => isSameEntity(other, entity)));
    if (!group) groups.push({ finding, entities: [entity], rows: [finding.entity] });
    else {
      group.entities.push(entity);
      group.rows.push(finding.entity);
    }
  }
  return groups
    .slice(0, limit)
    .map(({ finding, entities, rows }) => explainFinding(index, question, finding, { entities, rows }));
}
