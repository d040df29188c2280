import { ApiError } from '../apiError.ts';
import type { Multipart } from './readMultipart.ts';

/**
 * What the schema of a reference picture sees of its multipart body: the fields, of which there are none.
 * @throws {ApiError} `validation_failed` unless there is one file, under the name `image`.
 */
export function readReferenceImage({ fields, files }: Multipart): unknown {
  if (files.length === 1 && files[0]!.field === 'image') return fields;
  const detail = 'There must be one file, under the name image.';
  throw new ApiError('validation_failed', { errors: [{ pointer: '#/image', code: 'invalid', detail }] });
}
