import { expect, test } from 'vitest';
import { idle } from '../../src/testface/idle.ts';
import { personOf } from '../../src/widget/selfie/camera/openTestFace.ts';

const clocks = Array.from({ length: 60 * 50 }, (_, i) => i / 50);

test('the eyes blink every three to five seconds, and close fully', () => {
  const shut = clocks.filter((clock) => idle(clock, 60).blink! > 0.7);
  const begins = shut.filter((clock, i) => i === 0 || clock - shut[i - 1]! > 1);
  expect(begins.length).toBeGreaterThanOrEqual(12);
  for (const [i, begin] of begins.slice(1).entries()) {
    expect(begin - begins[i]!).toBeGreaterThan(2.9);
    expect(begin - begins[i]!).toBeLessThan(5.1);
  }
});

test('the eyes stay open while a picture may be taken of a movement', () => {
  expect(Math.max(...clocks.map((clock) => idle(clock, 1.5).blink!))).toBe(0);
});

test('breathing and gaze movements stay small and vary', () => {
  const frames = clocks.map((clock) => idle(clock, 60));
  const all = (key: 'breath' | 'gazeYaw' | 'gazePitch') => frames.map((frame) => Math.abs(frame[key]!));
  expect(Math.max(...all('breath'))).toBeLessThan(0.2);
  expect(Math.max(...all('gazeYaw'), ...all('gazePitch'))).toBeLessThan(2);
  expect(new Set(all('gazeYaw')).size).toBeGreaterThan(20);
  expect(new Set(all('breath')).size).toBeGreaterThan(50);
});

test('a case always has the same person, and all three people occur', () => {
  const ids = Array.from({ length: 30 }, (_, i) => `case_${(7919 * (i + 1)).toString(36)}`);
  expect(ids.map((id) => personOf({ id }))).toEqual(ids.map((id) => personOf({ id })));
  expect(new Set(ids.map((id) => personOf({ id }))).size).toBe(3);
  // The choice of a page overrides the person of the case.
  expect(ids.map((id) => personOf({ id, credential: { mode: 'offer' } }, '3'))).toEqual(ids.map(() => 2));
  // The test wallet's portrait is that of the first.
  expect(new Set(ids.map((id) => personOf({ id, credential: { mode: 'offer' } })))).toEqual(new Set([0]));
});
