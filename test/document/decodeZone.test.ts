import { expect, test } from 'vitest';
import { decodeZone } from '../../src/document/read/decodeZone.ts';
import { evidenceOf, type Unsure } from './support/evidenceOf.ts';
import { card } from './support/zoneStrings.ts';

const LINES = [
  'P<DEUMUSTERMANN<<ERIKA<<<<<<<<<<<<<<<<<<<<<<',
  'JZ81030408POL5811111M3204016<<<<<<<<<<<<<<08',
];

/** What is decided where some places of the second line are not sure. */
const seen = (unsure: Unsure = {}, weight = 1) => decodeZone({ ...evidenceOf(LINES, { 1: unsure }), weight });

test('reads what is seen clearly without a doubt', () => {
  expect(seen()).toMatchObject({ lines: LINES, doubts: new Set() });
});

test('the check digit decides about one zero that looks like a letter', () => {
  expect(seen({ 4: { O: 0, 0: -1.6 } })).toMatchObject({ lines: LINES, doubts: new Set() });
});

test('two zeros at places where no check digit notices both are in doubt until one alone would be clear', () => {
  const looks = (letter: number, zero: number) => ({ O: letter, 0: zero });
  expect(seen({ 4: looks(0, -1.6), 6: looks(0, -1.6) }).doubts).toContain('number');
  expect(seen({ 4: looks(0, -2.6), 6: looks(0, -0.5) }).doubts).toContain('number');
  expect(seen({ 4: looks(-1.6, 0), 6: looks(-1.6, 0) }).doubts).toContain('number');
  expect(seen({ 4: looks(-3, 0), 6: looks(-3, 0) })).toMatchObject({ lines: LINES, doubts: new Set() });
});

test('a date that no calendar has is in doubt, though the check digit is right', () => {
  const { lines, doubts } = seen({ 17: { 7: 0, 1: -4 }, 18: { 3: 0, 1: -4 } });
  expect(lines[1]!.slice(13, 20)).toBe('5811731');
  expect(doubts).toContain('dateOfBirth');
});

test('the least certain character is told, of those that may stand in its place', () => {
  expect(seen().lowest).toBeGreaterThan(0.99);
  expect(seen({ 4: { O: 0, 0: -1.6 } }).lowest).toBeCloseTo(Math.exp(-1.6) / (1 + Math.exp(-1.6)), 2);
  // No letter can stand in a date, and optional data are nobody's matter.
  expect(seen({ 14: { O: 0, 1: -1.6 } }).lowest).toBeGreaterThan(0.99);
  expect(seen({ 30: { O: 0, '<': -0.1 } }).lowest).toBeGreaterThan(0.99);
});

test('a letter that stands clearly in a date or as a check digit is exchanged for no digit', () => {
  expect(seen({ 14: { A: 0 } }).doubts).toContain('dateOfBirth');
  expect(seen({ 43: { A: 0 } })).toMatchObject({ unexpected: new Set(['composite']) });
  // Two pictures that see little of it see no more together.
  expect(seen({ 14: { O: 0, 8: -6 } }, 1).doubts).toContain('dateOfBirth');
  expect(seen({ 14: { O: 0, 8: -6 } }, 1.7)).toMatchObject({ doubts: new Set(), unexpected: new Set() });
});

test('a card is not laid out as a visa because a V is less unlikely than two other letters', () => {
  const lines = ['A<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'];
  const { texts } = decodeZone(evidenceOf(lines, { 0: { 0: { A: 0, V: -8 } } }));
  expect(texts.get('composite')).toBe('6');
});

test('a number is in doubt where it is not clear whether it goes on', () => {
  const lines = card({ number: '000001115702' });
  expect(lines[0]!.slice(15, 20)).toMatch(/^702\d<$/);
  const decoded = (at: number, seen: Record<string, number>) =>
    decodeZone(evidenceOf(lines, { 0: { [at]: seen } }));
  expect(decodeZone(evidenceOf(lines)).doubts).not.toContain('number');
  expect(decoded(19, { '<': 0, K: -2 })).toMatchObject({ lines, doubts: new Set(['optional', 'number']) });
  expect(decoded(19, { K: 0, '<': -2 }).doubts).toContain('number');
  expect(decoded(19, { '<': 0, K: -5 }).doubts).not.toContain('number');
});

test('the check digit of a long number is read as a digit, though it looks like a letter', () => {
  const lines = card({ number: 'Z1I8ISB80IZO' });
  expect(lines[0]!.slice(15, 20)).toBe('IZO0<');
  const { texts, doubts, lines: read } = decodeZone(evidenceOf(lines, { 0: { 18: { O: 0, 0: -0.5 } } }));
  expect(read).toEqual(lines);
  expect(texts.get('number')).toBe('Z1I8ISB80IZO0');
  expect(doubts).toEqual(new Set());
});

test.each([
  ['has no end', 'IDKORGRTJUWNDEU<<NCRLFTED<LE<<<<<<<<', 'DB2Z0VVGT<KOR1509142<2201199BY955375'],
  ['is missing', 'I<SWEDOE<<JO<<<<<<<<<<<<<<<<<<<<<<<<', 'IZDB0GIS1<SWE7408122F3204153<<<<<<<6'],
  ['is a check digit alone', 'I<SWEDOE<<JO<<<<<<<<<<<<<<<<<<<<<<<<', 'IZDB0GIS1<SWE7408122F32041530<<<<<<6'],
])('a number of nine characters without a check digit is in doubt where its tail %s', (_, ...lines) => {
  expect(decodeZone(evidenceOf(lines)).doubts).toContain('number');
});

test('the number of an old French card is not half of a long one', () => {
  const lines = ['IDFRALOISEAU<<<<<<<<<<<<<<<<<<<<<<<<', '970675K002774HERVE<<DJAMEL<7303216M4'];
  expect(decodeZone(evidenceOf(lines)).doubts).not.toContain('number');
});

test('a check digit that is right by chance proves nothing of a part in doubt', () => {
  expect(seen().passed).toBe(4);
  expect(seen({ 4: { O: 0, 0: -1.6 }, 6: { O: 0, 0: -1.6 } }).passed).toBe(3);
});
