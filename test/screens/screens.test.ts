import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ChallengeStep } from '../../src/contract/selfieCheck.ts';
import { type Scene, scenes } from './scenes.ts';
import { type Shot, takeScreens, treeOf, visitScenes } from './takeScreens.ts';
import { thumbnailOf } from './thumbnailOf.ts';

/** The appearance of each screen at the last inspection; written by `contactSheet.ts`. */
const known: Record<string, string> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'thumbnails.json'), 'utf8'),
);
/** Other fonts set other lines: so far may the cells lie apart, on average, of 16. */
const TOLERANCE = 0.5;
/** The camera's scenes are seen in the end-to-end tests; here they would take a minute. */
const isMoving = ({ name }: Scene) => /^live|^review|^sending|^not sent/.test(name);
const still = scenes.filter((scene) => !isMoving(scene));
const moving = scenes.filter(isMoving);

test('every screen looks unchanged, in light and dark, on phone and desktop', async () => {
  const shots: Shot[] = [];
  await takeScreens(still, (shot) => shots.push(shot), { scale: 0.25 });
  expect(new Set(shots.map(({ scene }) => scene)).size).toBe(still.length);
  const faults: string[] = [];
  for (const { scene, theme, width, png, clipped, overflow } of shots) {
    const name = `${scene}, ${theme}, ${width}`;
    if (clipped.length > 0) faults.push(`${name}: clipped ${clipped.join(' | ')}`);
    if (overflow > 0) faults.push(`${name}: ${overflow} px too wide`);
    const apart = distance(await thumbnailOf(png), known[name] ?? '');
    if (apart > TOLERANCE) faults.push(`${name}: looks different (${apart.toFixed(2)})`);
  }
  expect(faults).toEqual([]);
  const trees = new Map(shots.map(({ scene, tree }) => [scene, tree]));
  await expect(asYaml(trees)).toMatchFileSnapshot('trees.yaml');
});

test('the accessibility trees of the camera screens are unchanged', async () => {
  const trees = new Map<string, string>();
  // The camera shows a face at rest, which never turns; the test face follows the instructions.
  const stepsOf = ({ name }: Scene): ChallengeStep[] =>
    name.startsWith('live') ? ['center', 'turn_left'] : ['center'];
  const short = moving.map((scene) => ({ ...scene, case: { ...scene.case, steps: stepsOf(scene) } }));
  await visitScenes(short, async (page, { name }) => trees.set(name, atAnyStep(await treeOf(page))));
  await expect(asYaml(trees)).toMatchFileSnapshot('trees-camera.yaml');
});

test('detects a screen in the other theme', () => {
  expect(distance(known['consent, light, 320']!, known['consent, dark, 320']!)).toBeGreaterThan(TOLERANCE);
  expect(distance(known['consent, light, 320']!, known['submitted, light, 320']!)).toBeGreaterThan(TOLERANCE);
});

/** The first picture is captured automatically after a while. */
function atAnyStep(tree: string): string {
  return tree
    .replaceAll(/Photo \d of 2/g, 'Photo … of 2')
    .replaceAll(/"(Look straight at the camera|Turn your head to your left)"/g, '"…"');
}

/** To take a new one: `npx vitest run --project node test/screens --update`, and read it. */
function asYaml(trees: Map<string, string>): string {
  return [...trees].map(([scene, tree]) => `# ${scene}\n${tree}\n`).join('\n');
}

function distance(one: string, other: string): number {
  const cells = [...one].map((cell, at) =>
    Math.abs(Number.parseInt(cell, 16) - Number.parseInt(other[at] ?? 'x', 16)),
  );
  const sum = cells.reduce((total, cell) => total + (Number.isNaN(cell) ? 16 : cell), 0);
  return cells.length === 0 ? 16 : sum / cells.length;
}
