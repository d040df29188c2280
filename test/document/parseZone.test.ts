import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agreesWithPartial, parseZone, type ReadableZone, stateOf } from '../../src/document/index.ts';
import { checkDigitOf } from '../../src/document/parse/checkDigit.ts';
import { optionalData } from '../support/optionalData.ts';
import { card, passport } from './support/zoneStrings.ts';

const ASOF = '2026-11-23';

function read(lines: string[]): ReadableZone {
  const zone = parseZone(lines, ASOF);
  if (!zone.ok) throw new Error(`Not read: ${zone.problems}`);
  return zone;
}

const refusal = (lines: string[]) => {
  const zone = parseZone(lines, ASOF);
  return zone.ok ? null : zone.problems;
};

test('a passport is read, with all check digits', () => {
  expect(read(passport({ optional: 'ZE184226B' }))).toEqual({
    ok: true,
    format: 'TD3',
    code: 'P',
    type: 'passport',
    issuingState: 'UTO',
    nationality: 'UTO',
    number: 'L898902C3',
    familyName: 'ERIKSSON',
    givenName: 'ANNA MARIA',
    truncated: 'no',
    dateOfBirth: { raw: '740812', iso: '1974-08-12' },
    sex: 'F',
    expiresOn: { raw: '120415', iso: '2012-04-15' },
    optionalData: ['ZE184226B'],
    checkDigits: { number: 'pass', birth: 'pass', expiry: 'pass', optional: 'pass', composite: 'pass' },
    problems: [],
  });
});

describe('numbers of more than nine characters', () => {
  test.each([
    ['12 digits of Belgium', '000001115702'],
    ['letters at the end, of Portugal', '000024759ZZ7'],
    ['22 characters, the longest', 'ABCDEFGHI0123456789XYZ'],
    ['10 characters', 'D231458907'],
  ])('%s', (_, number) => {
    const zone = read(card({ number }));
    expect(zone.number).toBe(number);
    expect(zone.checkDigits).toEqual({ number: 'pass', birth: 'pass', expiry: 'pass', composite: 'pass' });
    expect(zone.optionalData).toEqual(['', '']);
  });

  test('the filler in place 15 is no part of the number', () => {
    const number = '000001115702';
    const wrong = checkDigitOf(`${number.slice(0, 9)}<${number.slice(9)}`);
    expect(wrong).not.toBe(checkDigitOf(number));
    const [first, ...rest] = card({ number });
    const other = `${first!.slice(0, 18)}${wrong}${first!.slice(19)}`;
    expect(read([other, ...rest]).checkDigits.number).toBe('fail');
  });

  test('a rest that fills the optional data, without a filler behind its check digit, is none', () => {
    const [first, ...rest] = card({ number: 'ABCDEFGHI0123456789WXYZ' });
    expect(first).toMatch(/\d<$/);
    const zone = read([first!.slice(0, 30), ...rest]);
    expect(zone).toMatchObject({ number: 'ABCDEFGHI', checkDigits: { number: 'fail' } });
  });

  test('what follows them stays optional data', () => {
    expect(read(card({ number: '000001115702', optional: 'AB1' })).optionalData).toEqual(['AB1', '']);
  });

  test('a card of two lines', () => {
    const lines = ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D23145890<UTO7408122F12041597349<<<'];
    const digit = checkDigitOf('D23145890734');
    lines[1] = `${lines[1]!.slice(0, 28)}734${digit}<<<`;
    const composite = checkDigitOf(
      lines[1]!.slice(0, 10) + lines[1]!.slice(13, 20) + lines[1]!.slice(21, 35),
    );
    const zone = read([lines[0]!, lines[1]! + composite]);
    expect(zone).toMatchObject({ format: 'TD2', number: 'D23145890734', problems: [] });
  });
});

describe('states', () => {
  test.each([
    ['D', 'DE'],
    ['DEU', 'DE'],
    ['RKS', 'XK'],
    ['UNK', 'XK'],
    ['GBD', 'GB'],
    ['GBN', 'GB'],
    ['GBO', 'GB'],
    ['GBP', 'GB'],
    ['GBS', 'GB'],
    ['ROM', 'RO'],
    ['ZAR', 'CD'],
    ['NOR', 'NO'],
  ])('%s is %s', (code, country) => {
    expect(stateOf(code)).toEqual({ kind: 'country', country });
  });

  test.each([
    ['UTO', 'specimen'],
    ['BDR', 'specimen'],
    ['UNO', 'organisation'],
    ['UNA', 'organisation'],
    ['EUE', 'organisation'],
    ['XOM', 'organisation'],
    ['XPO', 'organisation'],
    ['XXA', 'stateless'],
    ['XXB', 'refugee'],
    ['XXC', 'refugee'],
    ['XXX', 'unspecified'],
    ['YUG', 'former'],
    ['ANT', 'former'],
    ['CSK', 'former'],
    ['DDR', 'former'],
    ['NTZ', 'former'],
    ['SCG', 'former'],
    ['SUN', 'former'],
    ['TMP', 'former'],
  ])('%s is no country but %s', (code, kind) => {
    expect(stateOf(code)).toEqual({ kind });
  });

  test('Germany is printed D', () => {
    const zone = read(passport({ state: 'D', nationality: 'D' }));
    expect(zone).toMatchObject({ issuingState: 'D', nationality: 'D', problems: [] });
  });

  test('an unknown state is read and told', () => {
    const zone = read(passport({ state: 'QQQ', nationality: 'ZZZ' }));
    expect(zone).toMatchObject({ issuingState: 'QQQ', problems: ['state', 'nationality'] });
  });
});

describe('sex', () => {
  test.each([
    ['F', 'F'],
    ['M', 'M'],
    ['X', 'X'],
    ['<', ''],
  ])('%s', (printed, sex) => {
    expect(read(passport({ sex: printed })).sex).toBe(sex);
  });

  test('another letter is refused', () => {
    expect(refusal(passport({ sex: 'K' }))).toEqual(['sex']);
  });
});

describe('dates', () => {
  test.each([
    ['74<<<<', '1974-08-12', true],
    ['74<<<<', '1975-08-12', false],
    ['7408<<', '1974-08-31', true],
    ['<<<<<<', '1974-08-12', true],
  ])('%s is kept partial, and agrees with %s: %s', (birth, typed, agrees) => {
    const zone = read(passport({ birth }));
    expect(zone.dateOfBirth).toEqual({ raw: birth, iso: null });
    expect(zone.problems).toEqual(['birth_date']);
    expect(agreesWithPartial(zone.dateOfBirth.raw, typed)).toBe(agrees);
  });

  test('an unknown birth under a filler has no check digit', () => {
    const [first, second] = passport({ birth: '<<<<<<' });
    const zone = read([first!, `${second!.slice(0, 19)}<${second!.slice(20)}`]);
    expect(zone.checkDigits.birth).toBe('blank');
  });

  test.each([
    ['261123', '2026-11-23'],
    ['261124', '1926-11-24'],
    ['000229', '2000-02-29'],
    ['270101', '1927-01-01'],
  ])('birth %s is %s', (birth, iso) => {
    expect(read(passport({ birth })).dateOfBirth.iso).toBe(iso);
  });

  test.each([
    ['691231', '2069-12-31'],
    ['700101', '1970-01-01'],
    ['761123', '1976-11-23'],
    ['991231', '1999-12-31'],
    ['350704', '2035-07-04'],
  ])('expiry %s is %s', (expiry, iso) => {
    expect(read(passport({ expiry })).expiresOn.iso).toBe(iso);
  });

  test.each(['741301', '740230', '740000'])('%s is no date, and told', (birth) => {
    expect(read(passport({ birth }))).toMatchObject({ dateOfBirth: { iso: null }, problems: ['birth_date'] });
  });

  test('a letter in a date is refused', () => {
    expect(refusal(passport({ birth: '74O812' }))).toEqual(['digits']);
  });
});

describe('the personal number of a passport', () => {
  test.each([
    ['a filler over an empty one', { optionalDigit: '<' }, 'blank'],
    ['a zero over an empty one', { optionalDigit: '0' }, 'pass'],
    ['a filler inside it for a space', { optional: 'ZE<184226' }, 'pass'],
    ['a filler over a full one', { optional: 'ZE184226B', optionalDigit: '<' }, 'fail'],
  ])('%s', (_, holder, result) => {
    expect(read(passport(holder)).checkDigits.optional).toBe(result);
  });
});

describe('names', () => {
  test.each([
    ['PAPANDROPOULOUS<<JONATHON<WARREN<TREVOR', 'PAPANDROPOULOUS', 'JONATHON WARREN TREVOR', 'possible'],
    ['VAN<DER<MUELLEN<<MARTIN', 'VAN DER MUELLEN', 'MARTIN', 'no'],
    ['ARKFREITH', 'ARKFREITH', null, 'no'],
    ['SATRIYA<SUDARPA', 'SATRIYA SUDARPA', null, 'no'],
    ['ERIKSSON<<ANNA<<MARIA', 'ERIKSSON', 'ANNA MARIA', 'no'],
    ['<<ANNA', 'ANNA', null, 'no'],
    ['<<ANNA<MARIA', 'ANNA MARIA', null, 'no'],
  ])('%s', (names, familyName, givenName, truncated) => {
    expect(read(passport({ names }))).toMatchObject({ familyName, givenName, truncated });
  });

  test('a digit in a name is refused', () => {
    expect(refusal(passport({ names: 'K0AALSKA<<KNIAT' }))).toEqual(['letters']);
  });

  test('a zone without a name is refused', () => {
    expect(refusal(passport({ names: '' }))).toEqual(['name']);
  });
});

describe('document codes', () => {
  test.each(['PP', 'PE', 'PD', 'PO', 'PR', 'PT', 'PS', 'PL', 'PM', 'P<'])('%s is a passport', (code) => {
    expect(read(passport({ code }))).toMatchObject({ type: 'passport', code: code.replace('<', '') });
  });

  test.each(['C1', 'C2', 'AC', 'IR', 'I<', 'A<'])('%s is a card', (code) => {
    expect(read(card({ code }))).toMatchObject({ type: 'card', code: code.replace('<', '') });
  });

  test.each(['I<', 'P0', 'P5', 'V1'])('%s on two lines of 44 is refused', (code) => {
    expect(refusal(passport({ code }))).toEqual(['code']);
  });

  test.each(['P<', 'IV', 'AV', 'CV'])('%s on a card is refused', (code) => {
    expect(refusal(card({ code }))).toEqual(['code']);
  });

  test('V is the second letter of a visa alone', () => {
    const [first, second] = passport({ code: 'VV' });
    expect(read([first!, second!])).toMatchObject({ format: 'MRVA', code: 'VV' });
    const td2 = [`IV${first!.slice(2, 36)}`, second!.slice(0, 36)];
    expect(refusal(td2)).toEqual(['code']);
  });
});

test('visas of both sizes are read', () => {
  const [first, second] = passport({ code: 'V<', optional: '6ZE184226B' });
  const visa = read([first!, second!.slice(0, 28).padEnd(44, '<')]);
  expect(visa).toMatchObject({ format: 'MRVA', type: 'visa', problems: [] });
  expect(Object.keys(visa.checkDigits)).toEqual(['number', 'birth', 'expiry']);
  expect(read([first!.slice(0, 36), second!.slice(0, 28).padEnd(36, '<')]).format).toBe('MRVB');
});

test('check digits that are wrong are told, never called right', () => {
  const [first, second] = passport();
  const zone = read([first!, second!.replace('L898902C36', 'L898902C35')]);
  expect(zone.checkDigits).toMatchObject({ number: 'fail', birth: 'pass', composite: 'fail' });
  expect(zone.problems).toEqual(['check_digit']);
});

test('misreadings ten apart pass every check digit', () => {
  // Nothing but the confidence of a character and other frames can tell these apart.
  for (const [one, other] of ['<K', '6G', '0U', '4E', '3D', '7H'])
    expect(checkDigitOf(`AB${one}1`)).toBe(checkDigitOf(`AB${other}1`));
});

describe('documents of their own layout', () => {
  const french = (names = 'HERVE<<DJAMEL<', first = 'IDFRALOISEAU<<<<<<<<<<<<<<<<<<<<<<<<') => {
    const number = '970675K00277';
    const rest = `${number}${checkDigitOf(number)}${names}730321${checkDigitOf('730321')}M`;
    return [first, rest + checkDigitOf(first + rest)];
  };

  test('the old French identity card', () => {
    expect(french()[1]).toBe('970675K002774HERVE<<DJAMEL<7303216M4');
    expect(read(french())).toMatchObject({
      format: 'TD2',
      number: '970675K00277',
      familyName: 'LOISEAU',
      givenName: 'HERVE DJAMEL',
      dateOfBirth: { iso: '1973-03-21' },
      expiresOn: { raw: '', iso: null },
      sex: 'M',
      checkDigits: { number: 'pass', birth: 'pass', composite: 'pass' },
      problems: [],
    });
  });

  test('a family name that fills its field on an old French card may be cut', () => {
    expect(read(french('JEAN<<<<<<<<<<', 'IDFRAVILARCHAOFERNANDEZDELATOR952042'))).toMatchObject({
      familyName: 'VILARCHAOFERNANDEZDELATOR',
      givenName: 'JEAN',
      truncated: 'possible',
      problems: [],
    });
    expect(read(french()).truncated).toBe('no');
  });

  test('a Romanian card with a personal number', () => {
    const start = `RR123456<${checkDigitOf('RR123456<')}`;
    const dates = [`800101${checkDigitOf('800101')}`, `310101${checkDigitOf('310101')}`] as const;
    const end = '1221234';
    const composite = checkDigitOf(start + dates[0] + dates[1] + end);
    const lines = [
      'IDROUPOPESCU<<ION<<<<<<<<<<<<<<<<<<<',
      `${start}ROU${dates[0]}M${dates[1]}${end}${composite}`,
    ];
    expect(read(lines)).toMatchObject({
      format: 'TD2',
      number: 'RR123456',
      issuingState: 'ROU',
      problems: [],
    });
  });

  test.each([
    ['of the Netherlands', ['D1NLD11234567890VP4DLDK9S3Q7P0']],
    ['of Switzerland', ['ABC123456', 'FACHE123456789012<<800101<<<<<', 'MUSTER<<PETRA<<<<<<<<<<<<<<<<<']],
  ])('the licence %s is refused aloud', (_, lines) => {
    expect(refusal(lines)).toEqual(['licence']);
  });

  test('a number that begins like the licence of Switzerland is one', () => {
    const number = 'FACHE1234';
    const [first, second] = passport({ number });
    expect(read([first!, second!])).toMatchObject({ format: 'TD3', number, problems: [] });
    const visa = [`V<${first!.slice(2, 36)}`, second!.slice(0, 36)];
    expect(read(visa)).toMatchObject({ format: 'MRVB', number });
    const td2 = [`I<${first!.slice(2, 36)}`, second!.slice(0, 36)];
    expect(read(td2)).toMatchObject({ format: 'TD2', number });
  });
});

test.each([
  ['one line', ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<'], 'lines'],
  ['nothing', [], 'lines'],
  ['a line too short', passport().map((line) => line.slice(1)), 'lines'],
  ['small letters', passport().map((line) => line.toLowerCase()), 'characters'],
])('%s is no document', (_, lines, problem) => {
  expect(refusal(lines)).toEqual([problem]);
});

describe('the strings of ICAO 9303', () => {
  const file = optionalData('document/mrz-strings.json', 'The strings of ICAO 9303');

  test.skipIf(!file)('are read by the command as expected', () => {
    const { strings } = JSON.parse(readFileSync(file!, 'utf8')) as { strings: Expected[] };
    const { stdout } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, '../../src/service/cli/document.ts'), 'parse'],
      { input: strings.map(({ lines }) => `${JSON.stringify(lines)}\n`).join(''), encoding: 'utf8' },
    );
    const printed = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(printed).toHaveLength(strings.length);
    for (const [i, { id, expect: wanted }] of strings.entries()) {
      const { birth, expiry, family, given, class: type, ...same } = wanted;
      for (const left of ['optional', 'optional2', 'singleIdentifier', 'allCheckDigitsPass'])
        delete same[left];
      const fields = {
        ...same,
        type,
        dateOfBirth: birth,
        expiresOn: expiry,
        familyName: family,
        givenName: given,
      };
      expect(printed[i], id).toMatchObject(fields);
    }
  });
});

interface Expected {
  id: string;
  lines: string[];
  expect: Record<string, unknown>;
}
