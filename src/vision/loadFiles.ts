import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EyeParts } from './createEye.ts';
import { VisionError } from './VisionError.ts';

/**
 * Reads the files of the eye in Node, for `createEye`.
 * @param folder where `npm run build` put them.
 * @throws VisionError `load_failed` when one is missing: nothing was built yet.
 */
export async function loadFiles(folder: string = built): Promise<Required<EyeParts>> {
  const read = async (name: string) => new Uint8Array(await readFile(join(folder, name)));
  try {
    const [kernels, detector, landmarks, descriptor] = await Promise.all([
      read('kernels.wasm'),
      read('detector.bin'),
      read('landmarks.bin'),
      read('descriptor.bin'),
    ]);
    return { kernels, detector, landmarks, descriptor };
  } catch (cause) {
    throw new VisionError('load_failed', 'The files of the eye are missing: run "npm run build" first.', {
      cause,
    });
  }
}

const built = fileURLToPath(new URL('../../dist/vision/', import.meta.url));
