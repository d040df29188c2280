import { limits } from '../../contract/limits.ts';
import { ApiError } from '../apiError.ts';
import type { PictureProblem } from './examiner.ts';

/** Says why a picture is not taken. */
export function refusePicture(
  problem: PictureProblem,
  pointer: string,
  { min, max }: { min: number; max: number } = { min: limits.frameMinSide, max: limits.frameMaxSide },
): ApiError {
  const details: Record<PictureProblem, string> = {
    image_unreadable: 'The file must be one whole JPEG, PNG or WebP picture.',
    image_too_small: `Each side must have at least ${min} pixels.`,
    image_too_large: `Each side may have at most ${max} pixels.`,
  };
  const errors = [{ pointer, code: problem, detail: details[problem] }];
  return new ApiError(problem === 'image_too_large' ? 'validation_failed' : problem, { errors });
}
