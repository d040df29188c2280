import { expect, test } from 'vitest';
import { FACE_FRAME, levelFace } from '../../src/service/desk/pages/levelFace.ts';
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

test.each([
  { aspect: 0.75, left: { x: 0.35, y: 0.4 }, right: { x: 0.62, y: 0.46 } },
  { aspect: 1.6, left: { x: 0.48, y: 0.3 }, right: { x: 0.55, y: 0.27 } },
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

test('the service finds the eyes of a face, and none where there is no face', async () => {
  const { findEyes } = createTaskHandler(await openServiceFaceEngine());
  const straight = (await findEyes(await faceJpeg({})))!;
  const tilted = (await findEyes(await faceJpeg({ roll: 12 })))!;
  expect(straight.aspect).toBeCloseTo(4 / 3, 2);
  const tilt = ({ aspect, left, right }: typeof straight) =>
    (Math.atan2(right.y - left.y, (right.x - left.x) * aspect) * 180) / Math.PI;
  expect(Math.abs(tilt(straight))).toBeLessThan(3);
  expect(Math.abs(Math.abs(tilt(tilted)) - 12)).toBeLessThan(4);
  expect(await findEyes(picture())).toBeNull();
  expect(await createTaskHandler(null).findEyes(await faceJpeg({}))).toBeNull();
});
