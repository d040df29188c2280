import { setTimeout as delay } from 'node:timers/promises';

const UNITS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** How soon what failed is tried again, if it would not be sooner anyway. */
const AGAIN_MS = 10 * 60_000;
/** So that many that were started together do not ask together for ever. */
const JITTER = 0.1;

/** @returns milliseconds of a period such as `90s`, `30m`, `24h` or `1d`; `null` if it is none. */
export function periodOf(text: string): number | null {
  const [, number, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const ms = Number(number) * (UNITS[unit ?? ''] ?? Number.NaN);
  return ms > 0 ? ms : null;
}

/**
 * Does some work again and again until a signal ends it: every `everyMs`, give or take a tenth, and sooner after a
 * failure.
 * @param work resolves to whether it succeeded; hears of the end by its signal.
 */
export async function repeat(
  everyMs: number,
  work: (signal: AbortSignal) => Promise<boolean>,
  end: AbortSignal,
): Promise<void> {
  while (!end.aborted) {
    const isDone = await work(end).catch((error) => {
      if (end.aborted) return true;
      throw error;
    });
    const wait = isDone ? everyMs : Math.min(everyMs, AGAIN_MS);
    const spread = 1 + JITTER * (2 * Math.random() - 1);
    await delay(wait * spread, undefined, { signal: end }).catch(() => {});
  }
}
