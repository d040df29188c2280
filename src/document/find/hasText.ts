import type { Grey } from './grey.ts';
import { barsOf, turnBetween } from './inkBars.ts';

/** Whether a page with printed text is seen: several short lines in one direction. */
export function hasText(levels: Grey[]): boolean {
  const level = levels.find(({ width, height }) => Math.max(width, height) <= LARGEST) ?? levels.at(-1)!;
  const longest = 0.5 * Math.max(level.width, level.height);
  const bars = barsOf(level, 'own').filter(
    ({ length, thickness }) => length < longest && length > 3 * thickness,
  );
  const alike = bars.map(({ angle }) => bars.filter((other) => turnBetween(angle, other.angle) < 0.2).length);
  return Math.max(0, ...alike) >= LINES;
}

/** At this size the small print of a card is a few pixels high. */
const LARGEST = 700;
const LINES = 3;
