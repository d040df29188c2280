import { limits } from '../../contract/limits.ts';
import { ApiError } from '../apiError.ts';
import type { Inspection } from './examiner.ts';

type Problem = Extract<Inspection, { problem: unknown }>['problem'];

/** Says why a picture is not taken. */
export function refusePicture(
  problem: Problem,
  pointer: string,
  minSide: number = limits.frameMinSide,
): ApiError {
  const details: Record<Problem, string> = {
    image_unreadable: 'The file must be one whole JPEG, PNG or WebP picture.',
    image_too_small: `Each side must have at least ${minSide} pixels.`,
    image_too_large: `Each side may have at most ${limits.frameMaxSide} pixels.`,
  };
  const errors = [{ pointer, code: problem, detail: details[problem] }];
  return new ApiError(problem === 'image_too_large' ? 'validation_failed' : problem, { errors });
}
