import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { TestFaceFrame } from '../../src/testface/testFaceFrame.ts';
import {
  type Measurement,
  type Mesh,
  measure,
  poseBetween,
  resolveThresholds,
} from '../../src/vision/index.ts';
import { openFaceEngine, shot } from '../vision/support.ts';

const engine = await openFaceEngine();
const limits = resolveThresholds();

test('drawing the same frame twice gives the same bytes', () => {
  const hash = () =>
    createHash('sha256')
      .update(shot({ yaw: 10, blink: 0.3 }).data)
      .digest('hex');
  expect(hash()).toBe(hash());
});

test('is detected as one face at every pose, and never turns the wrong way', () => {
  const neutral = meshOf({});
  const errors: { yaw: number[]; pitch: number[] } = { yaw: [], pitch: [] };
  for (let yaw = -35; yaw <= 35; yaw += 10) {
    for (let pitch = -20; pitch <= 20; pitch += 10) {
      const measurement = look({ yaw, pitch });
      expect(measurement.faces, `${yaw} ${pitch}`).toBe(1);
      expect(measurement.face!.score, `${yaw} ${pitch}`).toBeGreaterThan(0.8);
      const pose = poseBetween(neutral.landmarks, measurement.face!.mesh!.landmarks);
      if (Math.abs(yaw) >= 10) expect(Math.sign(pose.yaw), `yaw at ${yaw} ${pitch}`).toBe(Math.sign(yaw));
      if (Math.abs(pitch) >= 10)
        expect(Math.sign(pose.pitch), `pitch at ${yaw} ${pitch}`).toBe(Math.sign(pitch));
      errors.yaw.push(Math.abs(pose.yaw - yaw));
      errors.pitch.push(Math.abs(pose.pitch - pitch));
    }
  }
  expect(median(errors.yaw)).toBeLessThan(4);
  expect(median(errors.pitch)).toBeLessThan(4);
  expect(Math.max(...errors.yaw, ...errors.pitch)).toBeLessThan(11);
});

test('a tilt to its own left is clockwise in the picture', () => {
  const neutral = meshOf({});
  expect(poseBetween(neutral.landmarks, meshOf({ roll: 15 }).landmarks).roll).toBeCloseTo(15, -1);
  expect(poseBetween(neutral.landmarks, meshOf({ roll: -15 }).landmarks).roll).toBeCloseTo(-15, -1);
});

test.each([0, 1, 2] as const)(
  'face %i is tracked near, far and in poor light, and its blink is measured',
  (person) => {
    const frames: TestFaceFrame[] = [
      { distance: 40 },
      { distance: 90 },
      { light: 0.35 },
      { light: 1.5 },
      { side: 1 },
      { side: -1 },
    ];
    for (const frame of frames) {
      const { faces, face } = look(frame, person);
      expect(faces, JSON.stringify(frame)).toBe(1);
      expect(face!.mesh!.presence, JSON.stringify(frame)).toBeGreaterThan(0.9);
    }
    const [open, shut] = [meshOf({}, person), meshOf({ blink: 1 }, person)].map(
      ({ openness }) => openness.left + openness.right,
    ) as [number, number];
    expect(1 - shut / open).toBeGreaterThan(limits.blinkDrop + 0.02);
  },
);

function look(frame: TestFaceFrame, person: 0 | 1 | 2 = 0): Measurement {
  return measure(engine, shot(frame, person), limits);
}

function meshOf(frame: TestFaceFrame, person: 0 | 1 | 2 = 0): Mesh {
  return look(frame, person).face!.mesh!;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
