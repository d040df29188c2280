import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerWatch } from '../../../src/service/db/postgres/pgConnection.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('reports silence after the time limit without a response, and not before', () => {
  const onSilence = vi.fn();
  const watch = answerWatch(1000, onSilence);
  watch.asked();
  watch.asked();
  vi.advanceTimersByTime(900);
  watch.answered();
  vi.advanceTimersByTime(900);
  expect(onSilence).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(onSilence).toHaveBeenCalledOnce();
});

test('passes if all statements are answered, and restarts for later ones', () => {
  const onSilence = vi.fn();
  const watch = answerWatch(1000, onSilence);
  watch.asked();
  watch.answered();
  vi.advanceTimersByTime(700);
  watch.asked();
  vi.advanceTimersByTime(700);
  expect(onSilence).not.toHaveBeenCalled();
  vi.advanceTimersByTime(300);
  expect(onSilence).toHaveBeenCalledOnce();
});

test('never reports silence without a time limit', () => {
  const onSilence = vi.fn();
  answerWatch(0, onSilence).asked();
  vi.advanceTimersByTime(3_600_000);
  expect(onSilence).not.toHaveBeenCalled();
});
