import { countryVerdict } from '../compare/countryVerdict.ts';
import type { CountryVerdict } from '../compare/verdicts.ts';
import type { ScreeningIndex } from '../index/screeningIndex.ts';
import type { Question } from './question.ts';

/** What the given countries say beside those of an entity. */
export function countryVerdictOf(
  { columns }: ScreeningIndex,
  { countryNumbers }: Question,
  entity: number,
): CountryVerdict {
  const { entityCountryStart: starts, countries } = columns;
  return countryVerdict(countryNumbers, countries, starts[entity]!, starts[entity + 1]!);
}
