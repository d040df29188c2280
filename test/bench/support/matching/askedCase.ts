import type { ScreeningIndex } from '../../../../src/screening/index/screeningIndex.ts';
import type { Hit } from '../../../../src/screening/search/finding.ts';
import { screen } from '../../../../src/screening/search/screen.ts';
import type { Subject } from '../../../../src/screening/search/subject.ts';
import type { LabelledCase } from './labelledCases.ts';

export interface Answer {
  hits: Hit[];
  /** The score of the entity that is meant, 0 if it is no hit; and the best score of all. */
  mine: number;
  best: number;
}

/** Asks a case of an index, with the date of birth or without. */
export function screenedCase(index: ScreeningIndex, one: LabelledCase, options: { dated: boolean }): Answer {
  const hits = screen(index, subjectOf(one, options));
  const mine = Math.max(0, ...hits.filter((hit) => isMeant(hit, one)).map(({ score }) => score));
  return { hits, mine, best: hits[0]?.score ?? 0 };
}

/** Whether a hit, or another source of it, is the one expected by the case. */
export function isMeant(hit: Hit, { expect }: LabelledCase): boolean {
  return [hit, ...hit.sources].some(({ id }) => expect.includes(id));
}

function subjectOf({ person, organisation }: LabelledCase, { dated }: { dated: boolean }): Subject {
  if (organisation) return { organisation };
  return { person: dated ? person! : { ...person, dateOfBirth: undefined } };
}
