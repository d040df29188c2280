import { expect, test } from 'vitest';
import { maskedLines, parseZone, partsOf } from '../../src/document/index.ts';
import { card, passport } from './support/zoneStrings.ts';

const masked = (lines: string[]) => {
  const zone = parseZone(lines, '2026-11-01');
  if (!zone.ok) throw new Error(zone.problems.join());
  return maskedLines(lines, zone.number);
};

/** The rest of a zone, and what of the optional data is left. */
const OLD_FRENCH = [`IDFRABERTHIER${'<'.repeat(17)}923456`, '9409923102854CORINNE<<<<<<<6512068F4'];

test.each([
  [
    'a passport',
    passport({ optional: 'ZE184226B' }),
    ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159***************0'],
  ],
  [
    'a passport without any',
    passport(),
    ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159<<<<<<<<<<<<<<08'],
  ],
  [
    'a card whose number goes on in it',
    card({ number: 'D23145890734', optional: '8501011234' }),
    ['I<UTOD23145890<7349<**********', '7408122F1204159UTO<<<<<<<<<<<9', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<'],
  ],
  ['the old French card', OLD_FRENCH, [`${OLD_FRENCH[0]!.slice(0, 30)}******`, OLD_FRENCH[1]]],
])('the optional data are masked: %s', (_, lines, shown) => {
  expect(masked(lines)).toEqual(shown);
});

test('the parts of masked lines have places, and say whether their check digits are wrong', () => {
  const [first, second] = masked(passport({ optional: 'ZE184226B' })) as [string, string];
  const lines = [first, `${second.slice(0, 19)}5${second.slice(20)}`];
  const parts = new Map(partsOf(lines).map((part) => [part.name, part]));
  expect(parts.get('names')).toMatchObject({ text: first.slice(5), digit: null });
  expect(parts.get('number')).toMatchObject({ text: 'L898902C3', digit: { at: 9, isWrong: false } });
  expect(parts.get('dateOfBirth')).toMatchObject({
    text: '740812',
    digit: { line: 1, at: 19, isWrong: true },
  });
  expect(parts.get('dateOfBirth')!.places[0]).toEqual({ line: 1, at: 13 });
  expect(parts.get('optional')!.digit).toBeNull();
  const long = masked(card({ number: 'D23145890734' }));
  expect(partsOf(long).find(({ name }) => name === 'number')).toMatchObject({ digit: null });
});
