import type { HitChanges } from './compareHits.ts';

/** How many hits are new, changed and ended, as events tell it. */
export function countsOf({ added, changed, ended }: HitChanges) {
  return { newHits: added.length, changedHits: changed.length, endedHits: ended.length };
}
