import type { ChallengeStep } from '../../contract/selfieCheck.ts';
import type { PictureOwner } from './examiner.ts';
import { refusePicture } from './refusePicture.ts';
import type { SelfieContext } from './SelfieContext.ts';

/** A file of a capture that can be decoded, with the step it shows. */
export interface Frame {
  step: ChallengeStep;
  bytes: Uint8Array;
  /** What it really is. */
  mediaType: string;
}

/**
 * Makes sure that each frame is a picture that can be judged.
 * @throws {ApiError} `validation_failed`, `image_unreadable`, `image_too_small`, `unavailable`.
 */
export async function readFrames(
  { examiner }: Pick<SelfieContext, 'examiner'>,
  owner: PictureOwner,
  frames: readonly Omit<Frame, 'mediaType'>[],
): Promise<Frame[]> {
  const read: Frame[] = [];
  for (const [index, frame] of frames.entries()) {
    const inspection = await examiner.inspect(frame.bytes, 'frame', owner);
    if ('problem' in inspection) throw refusePicture(inspection.problem, `#/frames/${index}`);
    read.push({ ...frame, mediaType: inspection.mediaType });
  }
  return read;
}
