import type { Hint } from './Hint.ts';

/** What is shown, and what has been wanted since when. Times in milliseconds, from any one clock. */
export interface HeldHint {
  shown: Hint | null;
  since: number;
  wanted: Hint | null;
  wantedSince: number;
}

/** Each hint stays long enough to be read, and nothing shows that was only meant for a moment. */
const hold = { read: 1200, settle: 250 } as const;

/**
 * Decides which hint to show now.
 * @param held the answer of the call before, `null` at first.
 * @param wanted what `hintFor` says about the frame now; `null` when all is well, which shows at once.
 * @param now milliseconds, never going back.
 */
export function holdHint(held: HeldHint | null, wanted: Hint | null, now: number): HeldHint {
  if (!held || wanted === null) return { shown: wanted, since: now, wanted, wantedSince: now };
  const wantedSince = held.wanted === wanted ? held.wantedSince : now;
  if (held.shown === wanted) return { ...held, wanted, wantedSince };
  const read = held.shown === null || now - held.since >= hold.read;
  const settled = now - wantedSince >= hold.settle;
  return read && settled
    ? { shown: wanted, since: now, wanted, wantedSince }
    : { ...held, wanted, wantedSince };
}
