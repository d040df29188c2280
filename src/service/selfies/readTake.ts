import { limits } from '../../contract/limits.ts';
import type { CaptureFields } from '../../contract/selfieCheck.ts';
import { ApiError } from '../apiError.ts';
import type { Examiner, PictureOwner } from './examiner.ts';
import { refusePicture } from './refusePicture.ts';
import type { Take } from './Take.ts';

/**
 * Makes sure that a trail comes whole, with its times, and that each frame is a picture of a size that can be judged;
 * its pixels are looked at later.
 * @returns `null` for a capture without a trail.
 * @throws {ApiError} `validation_failed`, `image_unreadable`, `image_too_small`, `unavailable`.
 */
export async function readTake(
  { examiner }: { examiner: Examiner },
  owner: PictureOwner,
  { steps, trailTimes = [], times = [], cameraLabel }: CaptureFields,
  files: readonly { bytes: Uint8Array }[],
): Promise<Take | null> {
  if (files.length === 0 && trailTimes.length === 0 && times.length === 0) return null;
  if (files.length === 0) throw invalid('trail', 'Times belong to a trail.');
  if (trailTimes.length !== files.length || !isRising(trailTimes)) {
    throw invalid('trailTimes', 'There must be one time for each frame of the trail, rising from 0.');
  }
  if (times.length !== steps.length) throw invalid('times', 'There must be one time for each step.');
  const trail = files.map(({ bytes }) => bytes);
  const problems = await examiner.inspectTrail(trail, owner);
  for (const [index, problem] of problems.entries()) {
    if (problem) throw refusePicture(problem, `#/trail/${index}`, limits.trailShorterSide);
  }
  return { trail, trailTimes, times, cameraLabel: cameraLabel ?? null };
}

function isRising(times: readonly number[]): boolean {
  return times[0] === 0 && times.every((time, index) => index === 0 || time > times[index - 1]!);
}

function invalid(field: string, detail: string): ApiError {
  return new ApiError('validation_failed', { errors: [{ pointer: `#/${field}`, code: 'invalid', detail }] });
}
