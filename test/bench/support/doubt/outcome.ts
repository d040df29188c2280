import type { ScreeningIndex } from '../../../../src/screening/index/screeningIndex.ts';
import type { Listed } from '../../../../src/screening/lists/listed.ts';
import { possibleMatchThreshold } from '../../../../src/screening/search/finding.ts';
import { search } from '../../../../src/screening/search/screen.ts';
import type { Subject } from '../../../../src/screening/search/subject.ts';

/** A question for a listed entity. `null` if the alteration does not apply to the entity. */
export type Question = (entity: Listed, at: number) => Subject | null;

/** Of `n` questions: how many found the entity as a possible match, and how many were called clear without it. */
export interface Outcome {
  n: number;
  found: number;
  clear: number;
}

/** Asks one question for each entity and counts the outcomes. */
function outcomeOf(index: ScreeningIndex, entities: readonly Listed[], question: Question): Outcome {
  const outcome = { n: 0, found: 0, clear: 0 };
  entities.forEach((entity, at) => {
    const subject = question(entity, at);
    if (!subject) return;
    outcome.n += 1;
    const { hits, isPossibleMatch, notCompared } = search(index, subject, { limit: 200 });
    const isFound = hits.some(
      ({ score, sources }) => score >= possibleMatchThreshold && sources.some(({ id }) => id === entity.id),
    );
    if (isFound) outcome.found += 1;
    else if (!isPossibleMatch && notCompared.length === 0) outcome.clear += 1;
  });
  return outcome;
}

/** The outcomes of several questions by their names. */
export function outcomesOf(
  index: ScreeningIndex,
  entities: readonly Listed[],
  questions: Record<string, Question>,
): Record<string, Outcome> {
  return Object.fromEntries(
    Object.entries(questions).map(([name, question]) => [name, outcomeOf(index, entities, question)]),
  );
}
