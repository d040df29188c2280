import type { ScreeningIndex } from '../../../../src/screening/index/screeningIndex.ts';
import type { Identifier } from '../../../../src/screening/lists/identifier.ts';
import type { Listed } from '../../../../src/screening/lists/listed.ts';
import { type Outcome, outcomesOf, type Question } from './outcome.ts';

/** Numbers of listed people's documents under another name, as forms and registers write them. */
export function numbers(index: ScreeningIndex, entities: readonly Listed[]): Record<string, Outcome> {
  const people = entities.filter((one) => one.kind === 'person' && documentOf(one));
  return outcomesOf(index, people, {
    'as listed': written((number) => number),
    'No. 123': written((number) => `No. ${number}`),
    'Passport no 123': written((number) => `Passport no: ${number}`),
    'Nr 123': written((number) => `Nº ${number}`),
    'the check digit of a machine-readable line behind': written(
      (number) => `${number}${checkDigit(number)}`,
    ),
    'a filler and the check digit behind': written((number) => `${number}<${checkDigit(number)}`),
    'a leading zero': written((number) => `0${number}`),
    'O and 0 exchanged': written((number) =>
      changed(number, (text) => text.replace(/[0O]/g, (one) => (one === '0' ? 'O' : '0'))),
    ),
    'letters that look alike': written((number) =>
      changed(number, (text) => text.replace(/[ABCEHKMOPTXY]/g, (one) => cyrillic[one]!)),
    ),
    'another issuing country': (one) => {
      const { number, country } = documentOf(one)!;
      return country ? asked({ number, country: country === 'FR' ? 'BE' : 'FR' }) : null;
    },
  });
}

const cyrillic: Record<string, string> = {
  A: 'А',
  B: 'В',
  C: 'С',
  E: 'Е',
  H: 'Н',
  K: 'К',
  M: 'М',
  O: 'О',
  P: 'Р',
  T: 'Т',
  X: 'Х',
  Y: 'У',
};

function documentOf({ identifiers = [] }: Listed): Identifier | undefined {
  return identifiers.find(
    ({ type, number }) => (type === 'passport' || type === 'national_id') && /^[A-Z0-9]{6,12}$/.test(number),
  );
}

function written(of: (number: string) => string | null): Question {
  return (one) => {
    const { number, country } = documentOf(one)!;
    const other = of(number);
    return other === null ? null : asked({ number: other, ...(country && { country }) });
  };
}

function changed(number: string, change: (text: string) => string): string | null {
  const other = change(number);
  return other === number ? null : other;
}

function asked(identifier: { number: string; country?: string }) {
  return {
    person: { fullName: 'Wilhelmina Unlistedperson', identifiers: [{ type: 'passport', ...identifier }] },
  };
}

/** The check digit of ICAO 9303: weights 7, 3, 1. */
function checkDigit(number: string): number {
  let sum = 0;
  for (const [i, one] of [...number].entries()) sum += Number.parseInt(one, 36) * [7, 3, 1][i % 3]!;
  return sum % 10;
}
