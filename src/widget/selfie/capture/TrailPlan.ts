import { poseBetween } from '../../../vision/face/poseBetween.ts';
import type { Measurement } from '../../../vision/Measurement.ts';

/** Milliseconds between two frames of the trail while little happens, and at least while a head moves. */
const REST_MS = 260;
const MOVING_MS = 90;
/** Degrees of turning, or a change of the eyes' opening, from which a frame is wanted sooner. */
const TURN = 6;
const LIDS = 0.05;

/**
 * Says which of the measured frames belong to the trail: few while the face rests, more while it turns, so that every
 * movement can be followed. Pure: knows no camera and no clock.
 */
export class TrailPlan {
  #last: { measurement: Measurement; time: number } | null = null;

  /** Whether a frame is to be kept; @param time milliseconds, never going back. */
  isDue(measurement: Measurement, time: number): boolean {
    const isDue = !this.#last || this.#isWanted(this.#last.measurement, measurement, time - this.#last.time);
    if (isDue) this.#last = { measurement, time };
    return isDue;
  }

  #isWanted(last: Measurement, measurement: Measurement, ms: number): boolean {
    if (ms >= REST_MS) return true;
    const [from, to] = [last.face?.mesh, measurement.face?.mesh];
    if (ms < MOVING_MS || !from || !to) return false;
    const { yaw, pitch, roll } = poseBetween(from.landmarks, to.landmarks);
    const lids =
      Math.abs(from.openness.left + from.openness.right - to.openness.left - to.openness.right) / 2;
    return Math.hypot(yaw, pitch, roll) >= TURN || lids >= LIDS;
  }
}
