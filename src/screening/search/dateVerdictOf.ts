import { birthDate, kinderDate } from '../compare/birthDate.ts';
import type { DateVerdict } from '../compare/verdicts.ts';
import { entityFlag } from '../index/columns.ts';
import { datesOfName } from '../index/datesOfName.ts';
import type { ScreeningIndex } from '../index/screeningIndex.ts';
import type { Question } from './question.ts';

/**
 * What the date of birth says beside those of an entity and of one of its names alone, the kindest.
 * @param name row of the listed name; null where no name matched
 */
export function dateVerdictOf(
  { columns }: ScreeningIndex,
  { born }: Question,
  entity: number,
  name: number | null,
): DateVerdict {
  if (!born || !(columns.entityFlags[entity]! & entityFlag.person)) return 'not_given';
  const { dates, entityDateStart: starts } = columns;
  const ofEntity = birthDate(born, dates, starts[entity]!, starts[entity + 1]!);
  const own = name === null ? null : datesOfName(columns, name);
  return own ? kinderDate(ofEntity, birthDate(born, own.dates, own.start, own.end)) : ofEntity;
}
