import { checkDigitOf } from '../../../src/document/parse/checkDigit.ts';

/** The parts of a zone; what is left out is that of the specimen of ICAO 9303. */
export interface Holder {
  code?: string;
  state?: string;
  nationality?: string;
  number?: string;
  names?: string;
  birth?: string;
  sex?: string;
  expiry?: string;
  optional?: string;
  /** The check digit of the optional data, where it is not computed. */
  optionalDigit?: string;
}

const specimen = {
  code: 'P<',
  state: 'UTO',
  nationality: 'UTO',
  number: 'L898902C3',
  names: 'ERIKSSON<<ANNA<MARIA',
  birth: '740812',
  sex: 'F',
  expiry: '120415',
  optional: '',
};

/** Somebody whose document the tests of the service show. */
export const mirela = {
  names: 'DRAGAVEI<<MIRELA',
  birth: '900517',
  expiry: '320415',
  state: 'ROU',
  nationality: 'ROU',
  number: 'RX4071560',
} satisfies Holder;

const withDigit = (field: string) => field + checkDigitOf(field);

/** The zone of a passport with right check digits. */
export function passport(holder: Holder = {}): string[] {
  const { code, state, nationality, number, names, birth, sex, expiry, optional } = {
    ...specimen,
    ...holder,
  };
  const start = withDigit(number.padEnd(9, '<'));
  const dates = [withDigit(birth), withDigit(expiry)] as const;
  const personal = optional.padEnd(14, '<');
  const end = personal + (holder.optionalDigit ?? checkDigitOf(personal));
  const composite = checkDigitOf(start + dates[0] + dates[1] + end);
  return [
    (code + state.padEnd(3, '<') + names).padEnd(44, '<'),
    `${start}${nationality.padEnd(3, '<')}${dates[0]}${sex}${dates[1]}${end}${composite}`,
  ];
}

/** The zone of a card with right check digits. A number of more than nine characters goes on in the optional data. */
export function card(holder: Holder = {}): string[] {
  const all = { ...specimen, code: 'I<', ...holder };
  const number =
    all.number.length > 9
      ? `${all.number.slice(0, 9)}<${withDigit(all.number).slice(9)}<${all.optional}`
      : withDigit(all.number.padEnd(9, '<')) + all.optional;
  const first = (all.code + all.state.padEnd(3, '<') + number).padEnd(30, '<');
  const [birth, expiry] = [withDigit(all.birth), withDigit(all.expiry)];
  const composite = checkDigitOf(`${first.slice(5)}${birth}${expiry}${'<'.repeat(11)}`);
  return [
    first,
    `${birth}${all.sex}${expiry}${all.nationality.padEnd(3, '<')}${'<'.repeat(11)}${composite}`,
    all.names.padEnd(30, '<'),
  ];
}
