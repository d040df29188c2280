import { describe, expect, test } from 'vitest';
import { retryAfterMs } from '../../../src/contract/retryAfterMs.ts';
import { retryDelay } from '../../../src/service/webhooks/recordAttempt.ts';

const seconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
const plain = { scale: 1, random: 0.5, retryAfterMs: null };

describe('the schedule', () => {
  test('has ten attempts with the documented delays between them', () => {
    const delays = seconds.map((_, index) => Math.round(retryDelay(index + 1, plain)!));
    expect(delays).toEqual(seconds.map((second) => second * 1000));
    expect(retryDelay(10, plain)).toBeNull();
  });

  test('varies every delay by up to 10 % in both directions', () => {
    for (const [index, second] of seconds.entries()) {
      expect(retryDelay(index + 1, { ...plain, random: 0 })).toBeCloseTo(second * 900);
      expect(retryDelay(index + 1, { ...plain, random: 1 })).toBeCloseTo(second * 1100);
    }
  });

  test('is multiplied by the scale', () => {
    expect(retryDelay(2, { ...plain, scale: 0.001 })).toBeCloseTo(300);
    expect(retryDelay(2, { ...plain, scale: 0 })).toBe(0);
  });
});

describe('Retry-After', () => {
  test('delays the next attempt, never advances it, by a day at most', () => {
    expect(retryDelay(1, { ...plain, retryAfterMs: 60_000 })).toBe(60_000);
    expect(retryDelay(3, { ...plain, retryAfterMs: 60_000 })).toBeCloseTo(1_800_000);
    expect(retryDelay(1, { ...plain, retryAfterMs: 1e12 })).toBe(86_400_000);
    expect(retryDelay(10, { ...plain, retryAfterMs: 1000 })).toBeNull();
  });

  test.each([
    ['120', 120_000],
    [' 7 ', 7000],
    ['Fri, 20 Nov 2026 18:00:30 GMT', 30_000],
    ['Fri, 20 Nov 2026 17:00:00 GMT', 0],
    ['soon', null],
    ['-5', null],
    ['1e3', null],
    ['2026-11-20', null],
    ['', null],
    [undefined, null],
  ])('%j is read as %s milliseconds', (header, expected) => {
    expect(retryAfterMs(header, Date.UTC(2026, 10, 20, 18))).toBe(expected);
  });
});
