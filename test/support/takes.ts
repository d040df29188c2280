import type { ChallengeStep } from '../../src/contract/selfieCheck.ts';
import { possibleOrders } from '../../src/service/selfies/drawChallenge.ts';
import { idle } from '../../src/testface/idle.ts';
import { perform } from '../../src/testface/perform.ts';
import type { TestFace } from '../../src/testface/TestFace.ts';
import type { TestFaceFrame } from '../../src/testface/testFaceFrame.ts';
import { jpegOf } from './fakeCamera.ts';

/** Pseudo-random numbers, 0 to 1, that are the same each time. */
export function randomFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Milliseconds between two frames of a trail. */
const EACH_MS = 110;

/**
 * One visit of a drawn person: the same face, clothes, room and camera each time, at a place, a distance, with a
 * posture, ways of moving and a challenge of its own. The place differs by a centimetre, as between two visits the same
 * minute.
 */
export class Take {
  readonly steps: readonly ChallengeStep[];
  readonly #head: TestFace;
  readonly #still: Required<Pick<TestFaceFrame, 'x' | 'y' | 'distance' | 'yaw' | 'pitch' | 'roll'>>;
  readonly #strength: number;
  readonly #clock: number;
  readonly #seconds: number[];
  /** Nobody turns about one axis alone: what goes along with each movement, in degrees. */
  readonly #along: Pick<Required<TestFaceFrame>, 'yaw' | 'pitch' | 'roll'>[];

  constructor(head: TestFace, seed: number) {
    const random = randomFrom(seed);
    const about = (middle: number, by: number) => middle + by * (2 * random() - 1);
    this.#head = head;
    this.#still = {
      x: about(0, 1),
      y: about(0, 1),
      distance: about(50, 2),
      yaw: about(0, 3),
      pitch: about(0, 3),
      roll: about(0, 2),
    };
    this.#strength = about(1, 0.2);
    this.#clock = about(100, 90);
    const orders = possibleOrders([]);
    this.steps = ['center', ...orders[Math.floor(random() * orders.length)]!];
    this.#seconds = this.steps.map(() => about(1.3, 0.3));
    this.#along = this.steps.map(() => ({ yaw: about(0, 4), pitch: about(0, 4), roll: about(0, 4) }));
  }

  /** @param late milliseconds by which all frames come later: the film is the same, its frames are not. */
  async frames(late = 0): Promise<Buffer[]> {
    const poses: TestFaceFrame[] = [];
    const all = this.#seconds.reduce((sum, seconds) => sum + seconds, 0);
    for (let ms = late; ms < 1000 * all; ms += EACH_MS) poses.push(this.#at(ms / 1000));
    return await Promise.all(poses.map((pose) => jpegOf(this.#head, pose, 90)));
  }

  #at(seconds: number): TestFaceFrame {
    let [index, since] = [0, seconds];
    while (since >= this.#seconds[index]!) since -= this.#seconds[index++]!;
    const clock = this.#clock + seconds;
    const pose = perform(this.steps[Math.max(0, index - 1)]!, this.steps[index]!, since, clock);
    const { yaw, pitch, roll, x, y, distance } = this.#still;
    const waiting = idle(clock, since);
    const [from, to] = [this.#along[Math.max(0, index - 1)]!, this.#along[index]!];
    const share = Math.min(1, since / 0.6);
    const along = (key: 'yaw' | 'pitch' | 'roll') => from[key] + (to[key] - from[key]) * share;
    return {
      ...waiting,
      yaw: this.#strength * pose.yaw! + yaw + along('yaw'),
      pitch: this.#strength * pose.pitch! + pitch + along('pitch'),
      roll: pose.roll! + roll + along('roll'),
      blink: Math.max(pose.blink!, waiting.blink!),
      x: pose.x! + x,
      y: pose.y! + y + waiting.y!,
      distance,
    };
  }
}
