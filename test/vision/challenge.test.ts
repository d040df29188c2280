import { describe, expect, test } from 'vitest';
import type { ChallengeStep } from '../../src/contract/selfieCheck.ts';
import { perform } from '../../src/testface/perform.ts';
import {
  faceDistance,
  judgeChallenge,
  judgeQuality,
  type Measurement,
  measure,
  type Picture,
  poseBetween,
  resolveThresholds,
} from '../../src/vision/index.ts';
import { films } from '../support/films.ts';
import { asJpeg, decode, openFaceEngine, shot } from './support.ts';

const engine = await openFaceEngine();
const limits = resolveThresholds();
const challenges: ChallengeStep[][] = [
  ['center', 'turn_left', 'look_up', 'blink'],
  ['center', 'turn_right', 'look_down', 'turn_left'],
  ['center', 'blink', 'turn_left', 'turn_right'],
  ['center', 'look_down', 'turn_right'],
  ['center', 'look_up', 'look_down', 'turn_left'],
];

describe.each([0, 1, 2] as const)('test face %i', (person) => {
  test('genuine captures pass', async () => {
    for (const steps of challenges) {
      const frames = await capture(steps, person);
      expect(judgeChallenge(steps, frames, limits), steps.join()).toMatchObject({ passed: true });
      for (const frame of frames.slice(0, 1)) expect(judgeQuality(frame, limits)).toEqual([]);
    }
  });

  test('steps in another order fail', async () => {
    for (const steps of challenges) {
      const frames = await capture([...steps.slice(0, 1), ...steps.slice(2), steps[1]!], person);
      expect(judgeChallenge(steps, frames, limits).passed, steps.join()).toBe(false);
    }
  });

  test('mirrored frames fail', async () => {
    for (const steps of challenges) {
      const frames = await capture(steps, person, mirrored);
      expect(judgeChallenge(steps, frames, limits).passed, steps.join()).toBe(false);
    }
  });

  test('a still picture for all steps fails', async () => {
    for (const steps of challenges) {
      const frames = await capture(
        steps.map(() => 'center'),
        person,
      );
      const verdict = judgeChallenge(steps, frames, limits);
      expect(
        verdict.steps.slice(1).every(({ problem }) => problem !== null),
        steps.join(),
      ).toBe(true);
    }
  });

  test('a flat picture tilted to either side fails', async () => {
    for (const tilt of [-45, -30, -15, 15, 30, 45]) {
      const steps: ChallengeStep[] = ['center', tilt > 0 ? 'turn_left' : 'turn_right'];
      const frames = [
        await measureAsJpeg(shot({}, person)),
        await measureAsJpeg(tilted(shot({}, person), tilt)),
      ];
      expect(judgeChallenge(steps, frames, limits).passed, `${tilt}`).toBe(false);
      expect(
        judgeChallenge(['center', steps[1] === 'turn_left' ? 'turn_right' : 'turn_left'], frames, limits)
          .passed,
      ).toBe(false);
    }
  });
});

test('the same person is within the face distance, another person is not', async () => {
  const describe = (picture: Picture) =>
    engine.describe(measure(engine, picture, limits).face!.mesh!.landmarks);
  const descriptor = describe(shot({}, 1));
  for (const step of ['turn_left', 'turn_right', 'look_up', 'look_down', 'blink'] as const) {
    expect(
      faceDistance(descriptor, describe(await asJpeg(shot(perform('center', step, 1, 0), 1)))),
      step,
    ).toBeLessThan(limits.sameFace);
    expect(faceDistance(descriptor, describe(shot(perform('center', step, 1, 0), 2))), step).toBeGreaterThan(
      limits.sameFace,
    );
  }
});

test('one diagonal frame does not pass two steps', async () => {
  const slanted = await measureAsJpeg(shot({ yaw: 20, pitch: 18 }));
  const frames = [await measureAsJpeg(shot({})), slanted, slanted];
  expect(judgeChallenge(['center', 'turn_left', 'look_up'], frames, limits).passed).toBe(false);
});

test('requires one frame per step, center first', () => {
  expect(() => judgeChallenge(['center', 'blink'], [], limits)).toThrow(RangeError);
  expect(() => judgeChallenge([], [], limits)).toThrow(RangeError);
});

describe.each(await films())('the film of a $name', ({ frames: film, truth }) => {
  const at: Record<ChallengeStep, number> = {
    center: 10,
    turn_left: truth.findIndex(({ yaw }) => yaw >= 22),
    turn_right: truth.findIndex(({ yaw }) => yaw <= -22),
    look_up: truth.findIndex(({ pitch }) => pitch >= 15),
    look_down: truth.findIndex(({ pitch }) => pitch <= -15),
    blink: truth.findIndex(({ blink }) => blink === 1),
  };

  test('each step is detected where the ground truth has it', async () => {
    for (const steps of challenges) {
      const frames: Measurement[] = [];
      for (const step of steps) frames.push(measure(engine, await decode(film[at[step]]!), limits));
      expect(judgeChallenge(steps, frames, limits), steps.join()).toMatchObject({ passed: true });
      const swapped = [frames[0]!, ...frames.slice(2), frames[1]!];
      expect(judgeChallenge(steps, swapped, limits).passed).toBe(false);
    }
  });

  test('no turn of 10 degrees is detected as its opposite', async () => {
    const mesh = async (i: number) => measure(engine, await decode(film[i]!), limits).face!.mesh!;
    const neutral = await mesh(0);
    let turns = 0;
    for (let i = 0; i < film.length; i += 4) {
      const { yaw, pitch } = truth[i]!;
      if (Math.max(Math.abs(yaw), Math.abs(pitch)) < 10) continue;
      const pose = poseBetween(neutral.landmarks, (await mesh(i)).landmarks);
      if (Math.abs(yaw) >= 10) expect(Math.sign(pose.yaw), `frame ${i}`).toBe(Math.sign(yaw));
      if (Math.abs(pitch) >= 10) expect(Math.sign(pose.pitch), `frame ${i}`).toBe(Math.sign(pitch));
      turns++;
    }
    expect(turns).toBeGreaterThan(10);
  });
});

async function capture(
  steps: ChallengeStep[],
  person: 0 | 1 | 2,
  change?: typeof mirrored,
): Promise<Measurement[]> {
  const frames: Measurement[] = [];
  for (const step of steps) {
    const key = `${step} ${person} ${change ? 'changed' : ''}`;
    const picture = () => shot(perform('center', step, 1, 0.7 * challengeSteps.indexOf(step)), person);
    if (!measured.has(key)) measured.set(key, await measureAsJpeg(change ? change(picture()) : picture()));
    frames.push(measured.get(key)!);
  }
  return frames;
}

/** Each frame is drawn and measured once, however many captures it is in. */
const measured = new Map<string, Measurement>();
const challengeSteps: ChallengeStep[] = [
  'center',
  'turn_left',
  'turn_right',
  'look_up',
  'look_down',
  'blink',
];

async function measureAsJpeg(picture: Picture): Promise<Measurement> {
  return measure(engine, await asJpeg(picture), limits);
}

function mirrored({ width, height, data, channels }: Picture): Picture {
  return moved({ width, height, data, channels }, (x, y) => [width - 1 - x, y]);
}

/** A print, turned about its upright middle line and seen in perspective. */
function tilted(picture: Picture, degrees: number): Picture {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const [cx, cy, far] = [picture.width / 2, picture.height / 2, 900];
  return moved(picture, (x, y) => {
    const across = (far * (x - cx)) / (far * cos + (x - cx) * sin);
    return [cx + across, cy + ((y - cy) * (far - across * sin)) / far];
  });
}

/** Each pixel from another place; what lies outside is grey. */
function moved({ width, height, data }: Picture, from: (x: number, y: number) => [number, number]): Picture {
  const result = new Uint32Array(width * height).fill(0x80808080);
  const source = new Uint32Array(data.buffer, data.byteOffset, width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [sx, sy] = from(x, y).map(Math.round) as [number, number];
      if (sx < 0 || sy < 0 || sx >= width || sy >= height) continue;
      result[y * width + x] = source[sy * width + sx]!;
    }
  }
  return { width, height, data: new Uint8Array(result.buffer), channels: 4 };
}
