import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Announcer } from '../../src/widget/step/Announcer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Every announcement, with the second in which it was made. */
function listen() {
  const start = Date.now();
  const log: [second: number, text: string][] = [];
  const announcer = new Announcer((text) => log.push([(Date.now() - start) / 1000, text.trim()]));
  return { announcer, log };
}

test('a text is not interrupted for three seconds, then the latest one is announced', () => {
  const { announcer, log } = listen();
  announcer.say('Got it. Raise your chin');
  vi.advanceTimersByTime(700);
  announcer.say('Come closer');
  vi.advanceTimersByTime(700);
  announcer.say('Hold still');
  vi.advanceTimersByTime(20_000);
  expect(log).toEqual([
    [0, 'Got it. Raise your chin'],
    [3, 'Hold still'],
  ]);
});

test('an assertive text is announced before later ones; of two assertive ones, the later', () => {
  const { announcer, log } = listen();
  announcer.say('Perfect');
  announcer.say('Hold still', { repeats: true });
  announcer.say('Photo 2 of 4. Turn your head', { isAssertive: true });
  announcer.say('Photo 3 of 4. Raise your chin', { isAssertive: true });
  announcer.say('Come closer');
  announcer.say('Raise your chin', { repeats: true });
  vi.advanceTimersByTime(12_000);
  expect(log).toEqual([
    [0, 'Perfect'],
    [3, 'Photo 3 of 4. Raise your chin'],
    [6, 'Raise your chin'],
    [11, 'Raise your chin'],
  ]);
});

test('an interruptible text is cut off by the next one, and not repeated', () => {
  const { announcer, log } = listen();
  announcer.say('Allow the camera', { isInterruptible: true });
  vi.advanceTimersByTime(400);
  announcer.say('Come closer');
  announcer.say('Hold still');
  vi.advanceTimersByTime(20_000);
  announcer.say('Allow the camera', { isInterruptible: true });
  vi.advanceTimersByTime(20_000);
  expect(log).toEqual([
    [0, 'Allow the camera'],
    [0.4, 'Come closer'],
    [3.4, 'Hold still'],
    [20.4, 'Allow the camera'],
  ]);
});

test('a persisting hint is repeated every five seconds as a live-region change', () => {
  const raw: string[] = [];
  const announcer = new Announcer((text) => raw.push(text));
  announcer.say('Come closer', { repeats: true });
  vi.advanceTimersByTime(10_000);
  expect(raw.map((text) => text.trim())).toEqual(['Come closer', 'Come closer', 'Come closer']);
  expect(raw[0]).not.toBe(raw[1]);
});

test('a new screen drops the announcements of the previous one', () => {
  const { announcer, log } = listen();
  announcer.say('One', { repeats: true });
  announcer.say('Two');
  announcer.clear();
  vi.advanceTimersByTime(20_000);
  expect(log).toEqual([
    [0, 'One'],
    [0, ''],
  ]);
});
