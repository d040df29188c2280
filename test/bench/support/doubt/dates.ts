import type { ScreeningIndex } from '../../../../src/screening/index/screeningIndex.ts';
import type { Listed } from '../../../../src/screening/lists/listed.ts';
import { type Outcome, outcomesOf, type Question } from './outcome.ts';
import { dayOf, fullNameOf, withoutLetter } from './spelling.ts';

/** The exact full name, or one with a letter missing, of people with a listed day of birth, under wrong dates. */
export function wrongDates(index: ScreeningIndex, people: readonly Listed[]): Record<string, Outcome> {
  const dated = people.filter((one) => one.kind === 'person' && dayOf(one) && fullNameOf(one));
  const questions = Object.entries(dates).flatMap(([name, born]): [string, Question][] => [
    [`exact name, ${name}`, (one, at) => asked(fullNameOf(one), born(dayOf(one)!, at))],
    [
      `one letter missing, ${name}`,
      (one, at) => asked(withoutLetter(fullNameOf(one)!, at), born(dayOf(one)!, at)),
    ],
  ]);
  const undated = people.filter(
    (one) => one.kind === 'person' && one.birthDates.length === 0 && fullNameOf(one),
  );
  return {
    ...outcomesOf(index, dated, Object.fromEntries(questions)),
    ...outcomesOf(index, undated, {
      'one letter missing, none listed, none given': (one, at) => asked(withoutLetter(fullNameOf(one)!, at)),
      'one letter missing, none listed, one given': (one, at) =>
        asked(withoutLetter(fullNameOf(one)!, at), '1968-03-17'),
    }),
  };
}

function asked(fullName: string | null, dateOfBirth?: string | null) {
  return fullName === null || dateOfBirth === null ? null : { person: { fullName, dateOfBirth } };
}

const dates: Record<string, (day: string, at: number) => string | null> = {
  'the right day': (day) => day,
  '11 years off': (day) => moved(day, 11),
  '15 years off': (day) => moved(day, 15),
  '40 years off': (day) => moved(day, 40),
  'any other day': (_, at) => `${1940 + ((at * 13) % 60)}-${two(1 + (at % 12))}-${two(1 + ((at * 5) % 28))}`,
  'last digits of the year exchanged': (day) =>
    day[2] === day[3] ? null : `${day.slice(0, 2)}${day[3]}${day[2]}${day.slice(4)}`,
  '1900-01-01': () => '1900-01-01',
  '1901-01-01': () => '1901-01-01',
  '1970-01-01': () => '1970-01-01',
};

function moved(day: string, years: number): string {
  return `${Number(day.slice(0, 4)) + years}-${two((Number(day.slice(5, 7)) % 12) + 1)}-11`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
