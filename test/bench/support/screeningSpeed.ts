import type { ScreeningIndex } from '../../../src/screening/index/screeningIndex.ts';
import { screen } from '../../../src/screening/search/screen.ts';
import type { Person } from '../../../src/screening/search/subject.ts';

export interface Speed {
  p50Ms: number;
  p99Ms: number;
  perSecond: number;
}

/** Screens people one after the other, scoring and explanation included; the first tenth warms up. */
export function screeningSpeed(index: ScreeningIndex, people: Person[]): Speed {
  return speedOf(people, (person) => void screen(index, { person }));
}

/** The time that one call takes, over many. */
export function speedOf<T>(inputs: T[], call: (input: T) => void): Speed {
  const times = inputs.map((input) => {
    const start = performance.now();
    call(input);
    return performance.now() - start;
  });
  return summary(times.slice(Math.floor(times.length / 10)));
}

export function summary(times: number[]): Speed {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    rounded(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!);
  const total = times.reduce((sum, time) => sum + time, 0);
  return { p50Ms: at(0.5), p99Ms: at(0.99), perSecond: Math.round((1000 * times.length) / total) };
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}
