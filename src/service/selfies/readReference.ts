import { limits } from '../../contract/limits.ts';
import { ApiError } from '../apiError.ts';
import { refusePicture } from './refusePicture.ts';
import type { SelfieContext } from './SelfieContext.ts';

/**
 * Makes sure that a reference picture can be decoded and, if there is an engine to tell, shows exactly one face.
 * @returns its media type.
 * @throws {ApiError} `validation_failed`, `image_unreadable`, `image_too_small`, `unavailable`.
 */
export async function readReference(
  { examiner }: Pick<SelfieContext, 'examiner'>,
  caseId: string,
  file: Uint8Array,
): Promise<string> {
  const pointer = '#/image';
  const inspection = await examiner.inspect(file, 'reference', { caseId });
  if ('problem' in inspection) {
    throw refusePicture(inspection.problem, pointer, {
      min: limits.referenceMinSide,
      max: limits.frameMaxSide,
    });
  }
  const { faces, mediaType } = inspection;
  if (faces === null || faces === 1) return mediaType;
  const code = faces === 0 ? 'selfie_no_face' : 'selfie_multiple_faces';
  const detail = 'The picture must show one person, large enough to be compared.';
  throw new ApiError('validation_failed', { errors: [{ pointer, code, detail }] });
}
