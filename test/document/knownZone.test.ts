import { expect, test } from 'vitest';
import { parseZone } from '../../src/document/parse/parseZone.ts';
import type { ZonePart } from '../../src/document/parse/zonePlaces.ts';
import { decodeZone } from '../../src/document/read/decodeZone.ts';
import { knownZone } from '../../src/document/read/knownZone.ts';
import { evidenceOf } from './support/evidenceOf.ts';
import { card, passport } from './support/zoneStrings.ts';

const known = (lines: string[], ...doubts: ZonePart['name'][]) =>
  knownZone(parseZone(lines, '2026-11-23'), new Set(doubts));

test('a composite digit is unknown while a character of the optional data is in doubt', () => {
  const [first, ...rest] = card({ optional: 'X1G4' });
  const genuine = [first!, rest[0]!.replace(/.$/, '4'), rest[1]!];
  expect(known(genuine)).toMatchObject({ checkDigits: { composite: 'fail' }, problems: ['check_digit'] });
  const { lines, doubts } = decodeZone(evidenceOf(genuine, { 0: { 17: { Q: 0, G: -1 } } }));
  expect(lines[0]).toContain('X1Q4');
  expect(knownZone(parseZone(lines, '2026-11-23'), doubts)).toMatchObject({
    checkDigits: { number: 'pass', birth: 'pass', composite: null },
    problems: [],
  });
});

test('so is one that is right: what is not known is not called right either', () => {
  expect(known(card(), 'optional')).toMatchObject({ checkDigits: { composite: null } });
  expect(known(card(), 'names', 'issuingState')).toMatchObject({ checkDigits: { composite: 'pass' } });
  const digits = known(passport({ optional: 'ZE184226B' }), 'optional');
  expect(digits).toMatchObject({ checkDigits: { number: 'pass', optional: null, composite: null } });
});

test('a number that fails its own digit is still told', () => {
  const [first, second] = passport();
  const lines = [first!, second!.replace('L898902C36', 'L898902C35')];
  expect(known(lines, 'optional')).toMatchObject({
    checkDigits: { number: 'fail', composite: null },
    problems: ['check_digit'],
  });
});

test('the composite digit of an old French card protects its names too', () => {
  const lines = ['IDFRALOISEAU<<<<<<<<<<<<<<<<<<<<<<<<', '970675K002774HERVE<<DJAMEL<7303216M4'];
  expect(known(lines)).toMatchObject({ checkDigits: { composite: 'pass' } });
  expect(known(lines, 'names')).toMatchObject({ checkDigits: { composite: null } });
});
