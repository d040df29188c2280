import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scenes } from './scenes.ts';
import { type Shot, takeScreens } from './takeScreens.ts';
import { thumbnailOf } from './thumbnailOf.ts';

/** What each screen looked like when somebody last looked at them all; written by `contactSheet.ts`. */
const known: Record<string, string> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'thumbnails.json'), 'utf8'),
);
/** Other fonts set other lines: so far may the cells lie apart, on average, of 16. */
const TOLERANCE = 0.5;
/** The camera's scenes are seen in the end-to-end tests; here they would take a minute. */
const still = scenes.filter(({ name }) => !/^live|^review|^sending|^not sent/.test(name));

test('every screen looks as it did, in light and dark, on a phone and a desk', {
  timeout: 120_000,
}, async () => {
  const shots: Shot[] = [];
  await takeScreens(still, (shot) => shots.push(shot));
  expect(shots.length).toBe(still.length * 4);
  const faults: string[] = [];
  for (const { scene, theme, width, png, clipped, overflow } of shots) {
    const name = `${scene}, ${theme}, ${width}`;
    if (clipped.length > 0) faults.push(`${name}: clipped ${clipped.join(' | ')}`);
    if (overflow > 0) faults.push(`${name}: ${overflow} px too wide`);
    const apart = distance(await thumbnailOf(png), known[name] ?? '');
    if (apart > TOLERANCE) faults.push(`${name}: looks different (${apart.toFixed(2)})`);
  }
  expect(faults).toEqual([]);
});

test('a screen in the other theme would be noticed', () => {
  expect(distance(known['consent, light, 320']!, known['consent, dark, 320']!)).toBeGreaterThan(TOLERANCE);
  expect(distance(known['consent, light, 320']!, known['submitted, light, 320']!)).toBeGreaterThan(TOLERANCE);
});

function distance(one: string, other: string): number {
  const cells = [...one].map((cell, at) =>
    Math.abs(Number.parseInt(cell, 16) - Number.parseInt(other[at] ?? 'x', 16)),
  );
  const sum = cells.reduce((total, cell) => total + (Number.isNaN(cell) ? 16 : cell), 0);
  return cells.length === 0 ? 16 : sum / cells.length;
}
