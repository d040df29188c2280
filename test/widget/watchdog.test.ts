import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchdog } from '../../src/widget/selfie/capture/watchdog.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('barks once after the time without a reset', () => {
  const bark = vi.fn();
  const { reset } = watchdog(15_000, bark);
  vi.advanceTimersByTime(14_000);
  reset();
  vi.advanceTimersByTime(14_999);
  expect(bark).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(bark).toHaveBeenCalledOnce();
});

test('is silent once stopped', () => {
  const bark = vi.fn();
  watchdog(15_000, bark).stop();
  vi.advanceTimersByTime(60_000);
  expect(bark).not.toHaveBeenCalled();
});
