import { limits } from '../../contract/limits.ts';
import { ApiError } from '../apiError.ts';
import type { Multipart } from './readMultipart.ts';

/**
 * What the schema of a capture sees of its multipart body.
 * @throws {ApiError} `unknown_field` for a file under another name than `frames`.
 */
export function readCapture({ fields, files }: Multipart): unknown {
  const stranger = files.find(({ field }) => field !== 'frames');
  if (stranger) {
    throw new ApiError('unknown_field', {
      errors: [{ pointer: '#', code: 'unknown_field', detail: 'Files belong under the name frames.' }],
    });
  }
  const steps = parseSteps(fields['steps']);
  if (files.length > limits.framesPerCapture || (Array.isArray(steps) && steps.length !== files.length)) {
    const detail = `There must be one file for each step, and at most ${limits.framesPerCapture}.`;
    throw new ApiError('validation_failed', { errors: [{ pointer: '#/frames', code: 'invalid', detail }] });
  }
  return { ...fields, steps };
}

function parseSteps(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
