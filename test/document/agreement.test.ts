import { expect, test } from 'vitest';
import { type Agreement, joined, namesAgreed } from '../../src/document/read/agreement.ts';
import { decodeZone, type Evidence } from '../../src/document/read/decodeZone.ts';
import { evidenceOf } from './support/evidenceOf.ts';
import { card, passport } from './support/zoneStrings.ts';

function after(frames: readonly Evidence[]): Agreement {
  let agreement: Agreement | null = null;
  for (const frame of frames) agreement = joined(agreement, frame, decodeZone(frame));
  return agreement!;
}

const lines = passport({ names: 'LIND<<KARIN' });

test('frames that say the same names agree on them', () => {
  const frame = evidenceOf(lines);
  expect([1, 2, 3].map((count) => namesAgreed(after(Array(count).fill(frame))))).toEqual([1, 2, 3]);
});

test('frames that agree with one another and not with the sum do not', () => {
  const other = evidenceOf(lines, { 0: { 2: { O: 0, U: -0.1 } } });
  const agreement = after([...Array(6).fill(evidenceOf(lines)), other, other]);
  expect(agreement.decoded).toMatchObject({ lines, doubts: new Set() });
  expect(agreement.names).toMatchObject({ count: 2 });
  expect(namesAgreed(agreement)).toBe(0);
});

test('the given names of an old French card are agreed on too', () => {
  const french = (names: string) =>
    evidenceOf(['IDFRALOISEAU<<<<<<<<<<<<<<<<<<<<<<<<', `970675K002774${names}7303216M4`]);
  const [one, other] = [french('HERVE<<DJAMEL<'), french('HERVE<<DJAMAL<')];
  expect(namesAgreed(after([one, one]))).toBe(2);
  expect(namesAgreed(after([one, one, other]))).not.toBe(3);
  expect(after([one, one, other]).names.count).toBe(1);
});

test('the states of a card are agreed on, which stand on other lines than its names', () => {
  const [one, other] = [card({ state: 'UTO' }), card({ state: 'UTD' })].map((each) => evidenceOf(each)) as [
    Evidence,
    Evidence,
  ];
  expect(namesAgreed(after([one, one]))).toBe(2);
  expect(after([one, one, other]).names.count).toBe(1);
});
