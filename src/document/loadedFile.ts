import { loadEngineFile } from '../vision/loadEngineFile.ts';
import { VisionError } from '../vision/VisionError.ts';
import { DocumentError } from './DocumentError.ts';

/** @throws DocumentError `load_failed`. */
export async function loadedFile(
  ...file: Parameters<typeof loadEngineFile>
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await loadEngineFile(...file);
  } catch (cause) {
    const message = cause instanceof VisionError ? cause.message : 'A file is missing.';
    throw new DocumentError('load_failed', message, { cause });
  }
}
