import { checkDigitOf } from '../document/parse/checkDigit.ts';
import { latinLetters, type TestHolder } from './testHolder.ts';

/** The zone of a passport (two lines) or of a card (three lines) of the state UTO, with right check digits. */
export function zoneLines(type: 'passport' | 'id_card', holder: TestHolder): string[] {
  const number = withDigit(holder.number.slice(0, 9).padEnd(9, '<'));
  const birth = withDigit(shortDate(holder.dateOfBirth));
  const expiry = withDigit(shortDate(holder.expiresOn));
  const sex = holder.sex === 'X' ? '<' : holder.sex;
  if (type === 'passport') {
    const personal = '<'.repeat(15);
    const composite = checkDigitOf(number + birth + expiry + personal);
    return [`P<UTO${names(holder, 39)}`, `${number}UTO${birth}${sex}${expiry}${personal}${composite}`];
  }
  const optional = ['<'.repeat(15), '<'.repeat(11)] as const;
  const composite = checkDigitOf(number + optional[0] + birth + expiry + optional[1]);
  return [
    `I<UTO${number}${optional[0]}`,
    `${birth}${sex}${expiry}UTO${optional[1]}${composite}`,
    names(holder, 30),
  ];
}

function names({ familyName, givenNames }: TestHolder, places: number): string {
  const field = (name: string) => latinLetters(name).replaceAll(' ', '<');
  const given = field(givenNames);
  const text = (field(familyName) || 'SPECIMEN') + (given && `<<${given}`);
  return text.slice(0, places).padEnd(places, '<');
}

function withDigit(field: string): string {
  return field + checkDigitOf(field);
}

/** YYMMDD of YYYY-MM-DD. */
function shortDate(date: string): string {
  return date.replaceAll('-', '').slice(2);
}
