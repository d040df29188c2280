import type { ChallengeStep } from '../contract/selfieCheck.ts';

/**
 * The frames of a selfie as JPEG, PNG or WebP, one per step of the challenge in its order, and the recording that
 * contains them. Without a trail a human has to review the selfie.
 */
export interface Capture {
  nonce: string;
  steps: ChallengeStep[];
  frames: Blob[];
  /**
   * 6 to 90 small frames, JPEG or WebP, shorter side 160 to 640 pixels, in chronological order and no more than 500 ms
   * apart: from just before the first step picture to just after the last.
   */
  trail?: Blob[];
  /** Time of each frame of the trail: milliseconds, increasing from 0. */
  trailTimes?: number[];
  /** Time of each step picture, by the same clock. */
  times?: number[];
  /** The browser's label of the camera. */
  cameraLabel?: string;
}

/**
 * Builds the multipart form of a capture: lists of numbers and steps as JSON, a file `frames` per step, the files
 * `trail`.
 */
export function captureForm({ nonce, steps, frames, cameraLabel, ...recording }: Capture): FormData {
  const form = new FormData();
  form.set('nonce', nonce);
  form.set('steps', JSON.stringify(steps));
  for (const [index, frame] of frames.entries()) form.append('frames', frame, `frame-${index + 1}`);
  if (!recording.trail) return form;
  form.set('times', JSON.stringify(recording.times));
  form.set('trailTimes', JSON.stringify(recording.trailTimes));
  if (cameraLabel) form.set('cameraLabel', cameraLabel.slice(0, 200));
  for (const [index, frame] of recording.trail.entries()) form.append('trail', frame, `trail-${index + 1}`);
  return form;
}
