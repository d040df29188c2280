export interface Speed {
  p50Ms: number;
  p99Ms: number;
  perSecond: number;
}

/** The milliseconds that each call takes, one after the other. */
export async function timesOf<T>(inputs: T[], call: (input: T) => unknown): Promise<number[]> {
  const times: number[] = [];
  for (const input of inputs) {
    const start = performance.now();
    const result = call(input);
    if (result instanceof Promise) await result;
    times.push(performance.now() - start);
  }
  return times;
}

/** @param times milliseconds of each call */
export function speedOf(times: number[]): Speed {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    rounded(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!);
  const total = times.reduce((sum, time) => sum + time, 0);
  return { p50Ms: at(0.5), p99Ms: at(0.99), perSecond: Math.round((1000 * times.length) / total) };
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}
