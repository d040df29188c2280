import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchdog } from '../../src/widget/selfie/capture/LiveCapture.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('calls onTimeout once after the time without a reset', () => {
  const onTimeout = vi.fn();
  const { reset } = watchdog(15_000, onTimeout);
  vi.advanceTimersByTime(14_000);
  reset();
  vi.advanceTimersByTime(14_999);
  expect(onTimeout).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(onTimeout).toHaveBeenCalledOnce();
});

test('is silent once stopped', () => {
  const onTimeout = vi.fn();
  watchdog(15_000, onTimeout).stop();
  vi.advanceTimersByTime(60_000);
  expect(onTimeout).not.toHaveBeenCalled();
});
