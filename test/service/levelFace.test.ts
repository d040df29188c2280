import { expect, test } from 'vitest';
import { FACE_FRAME, levelFace, proportionOf } from '../../src/service/desk/pages/levelFace.ts';
import { pairOf } from '../../src/service/desk/placeFaces.ts';
import { createTaskHandler } from '../../src/service/selfies/examine/createTaskHandler.ts';
import { faceJpeg } from '../support/faces.ts';
import { openServiceFaceEngine } from '../support/openFaceEngine.ts';
import { picture } from '../support/picture.ts';

/** Where a transform of SVG puts a point: its parts apply from the right to the left. */
function placed(transform: string, { x, y }: { x: number; y: number }): { x: number; y: number } {
  const parts = [...transform.matchAll(/(\w+)\(([^)]+)\)/g)].reverse();
  return parts.reduce(
    (point, [, kind, numbers]) => {
      const [a = 0, b = a] = numbers!.split(' ').map(Number);
      if (kind === 'translate') return { x: point.x + a, y: point.y + b };
      if (kind === 'scale') return { x: point.x * a, y: point.y * a };
      const [cos, sin] = [Math.cos((a * Math.PI) / 180), Math.sin((a * Math.PI) / 180)];
      return { x: point.x * cos - point.y * sin, y: point.x * sin + point.y * cos };
    },
    { x, y },
  );
}

const FRONTAL = { chin: { x: 0.5, y: 0.8 }, yaw: 2, pitch: 3, openness: 0.3 };

test.each([
  { ...FRONTAL, aspect: 0.75, left: { x: 0.35, y: 0.4 }, right: { x: 0.62, y: 0.46 } },
  { ...FRONTAL, aspect: 1.6, left: { x: 0.48, y: 0.3 }, right: { x: 0.55, y: 0.27 } },
])('the eyes of every picture are moved to the same two points', (found) => {
  const { width, height, transform, untouched } = levelFace(found);
  const at = ({ x, y }: { x: number; y: number }) => placed(transform, { x: x * width, y: y * height });
  const { y, left, right } = FACE_FRAME.eyes;
  for (const [eye, x] of [
    [at(found.left), left],
    [at(found.right), right],
  ] as const) {
    expect(eye.x).toBeCloseTo(x, 0);
    expect(eye.y).toBeCloseTo(y, 0);
  }
  const corners = [placed(untouched, { x: 0, y: 0 }), placed(untouched, { x: width, y: height })] as const;
  expect(corners[0].x).toBeGreaterThanOrEqual(-0.01);
  expect(corners[1].y).toBeLessThanOrEqual(FACE_FRAME.height + 0.01);
});

test('a turned head is scaled by the height from eyes to chin', () => {
  const straight = {
    ...FRONTAL,
    aspect: 1,
    left: { x: 0.4, y: 0.4 },
    right: { x: 0.6, y: 0.4 },
    chin: { x: 0.5, y: 0.74 },
  };
  // The same head: its eyes are foreshortened, its height is not.
  const turned = {
    ...straight,
    left: { x: 0.42, y: 0.4 },
    right: { x: 0.56, y: 0.4 },
    chin: { x: 0.49, y: 0.74 },
    yaw: 35,
  };
  const scaleOf = ({ transform }: ReturnType<typeof levelFace>) =>
    Number(/ scale\(([\d.]+)\)/.exec(transform)![1]);
  const proportion = proportionOf(straight);
  expect(scaleOf(levelFace(turned, proportion))).toBeCloseTo(scaleOf(levelFace(straight, proportion)), 2);
  // By the distance of the eyes it would be 1.4 times as large.
  expect(scaleOf(levelFace({ ...turned, yaw: 0 }))).toBeGreaterThan(1.4 * scaleOf(levelFace(straight)));
});

test('the most frontal pictures with open eyes come first', () => {
  const at = (yaw: number, openness = 0.3) => ({
    ...FRONTAL,
    aspect: 1,
    left: { x: 0.4, y: 0.4 },
    right: { x: 0.6, y: 0.4 },
    yaw,
    openness,
  });
  const found = new Map([
    ['b/0', at(3, 0.1)],
    ['b/1', at(30)],
    ['b/2', at(4)],
    ['b/3', at(12)],
    ['reference', at(25)],
  ]);
  const steps = ['b/0', 'b/1', 'b/2', 'b/3'];
  expect(pairOf(steps, found)).toEqual(['b/2', 'b/3']);
  expect(pairOf(['reference', ...steps], found)).toEqual(['reference', 'b/2']);
  // One picture is not compared with itself.
  expect(pairOf(['b/0'], found)).toEqual(['b/0', null]);
  expect(pairOf(steps, new Map())).toEqual(['b/0', 'b/1']);
});

test('the service finds the eyes of a face, and none where there is no face', async () => {
  const { findEyes } = createTaskHandler(await openServiceFaceEngine());
  const straight = (await findEyes(await faceJpeg({})))!;
  const tilted = (await findEyes(await faceJpeg({ roll: 12 })))!;
  expect(straight.aspect).toBeCloseTo(4 / 3, 2);
  const tilt = ({ aspect, left, right }: typeof straight) =>
    (Math.atan2(right.y - left.y, (right.x - left.x) * aspect) * 180) / Math.PI;
  expect(Math.abs(tilt(straight))).toBeLessThan(3);
  expect(Math.abs(Math.abs(tilt(tilted)) - 12)).toBeLessThan(4);
  const turned = (await findEyes(await faceJpeg({ yaw: 30 })))!;
  expect(straight.yaw).toBeLessThan(10);
  expect(turned.yaw).toBeGreaterThan(18);
  expect(straight.chin.y).toBeGreaterThan(straight.left.y);
  expect(await findEyes(picture())).toBeNull();
  expect(await createTaskHandler(null).findEyes(await faceJpeg({}))).toBeNull();
});
