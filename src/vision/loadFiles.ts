import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EyeParts } from './createEye.ts';
import { VisionError } from './VisionError.ts';

/** Beside the files of the eye: their hash, so that one damaged bit shows without trying them out. */
export const HASH_FILE = 'sha256';

type Files = Required<EyeParts> & Record<keyof EyeParts, Uint8Array<ArrayBuffer>>;

/**
 * Reads the files of the eye in Node, for `createEye`.
 * @param folder where `npm run build` put them.
 * @returns the files, and the SHA-256 of them all in hexadecimal digits.
 * @throws VisionError `load_failed` when one is missing: nothing was built yet; `model_unreadable` when one is damaged.
 */
export async function loadFiles(folder: string = built): Promise<Files & { sha256: string }> {
  const read = async (name: string) => new Uint8Array(await readFile(join(folder, name)));
  const [hash, kernels, detector, landmarks, descriptor] = await Promise.all([
    readFile(join(folder, HASH_FILE), 'utf8'),
    read('kernels.wasm'),
    read('detector.bin'),
    read('landmarks.bin'),
    read('descriptor.bin'),
  ]).catch((cause: unknown) => {
    throw new VisionError('load_failed', 'The files of the eye are missing: run "npm run build" first.', {
      cause,
    });
  });
  const files = { kernels, detector, landmarks, descriptor };
  const sha256 = hashFiles(files);
  if (sha256 !== hash) throw new VisionError('model_unreadable', 'A file of the eye is damaged.');
  return { ...files, sha256 };
}

/** SHA-256 of the files of the eye, one after the other, in hexadecimal digits. */
export function hashFiles({ kernels, detector, landmarks, descriptor }: Record<keyof EyeParts, Uint8Array>) {
  const hash = createHash('sha256');
  for (const bytes of [kernels, detector, landmarks, descriptor]) hash.update(bytes);
  return hash.digest('hex');
}

const built = fileURLToPath(new URL('../../dist/vision/', import.meta.url));
