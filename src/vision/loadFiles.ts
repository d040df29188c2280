import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FaceEngineParts } from './FaceEngine.ts';
import { VisionError } from './VisionError.ts';

/** Name of the file with the hash of the engine's files, which detects a single damaged bit. */
export const HASH_FILE = 'sha256';

type Part = keyof FaceEngineParts | 'relaxedKernels';
type Loaded = Record<keyof FaceEngineParts, Uint8Array<ArrayBuffer>> & { sha256: string; isRelaxed: boolean };

/**
 * Reads the files of the face engine in Node, for `createFaceEngine`.
 * @param folder the output folder of `npm run build`.
 * @returns the files, with the faster kernels if the JavaScript engine has relaxed SIMD; and the SHA-256 of all files
 *   in hexadecimal digits.
 * @throws VisionError `load_failed` if a file is missing because nothing was built yet; `model_unreadable` if a file is
 *   damaged.
 */
export async function loadFiles(folder: string = built): Promise<Loaded> {
  const read = async (name: string) => new Uint8Array(await readFile(join(folder, name)));
  const [hash, kernels, relaxedKernels, detector, landmarks, descriptor] = await Promise.all([
    readFile(join(folder, HASH_FILE), 'utf8'),
    read('kernels.wasm'),
    read('relaxedKernels.wasm'),
    read('detector.bin'),
    read('landmarks.bin'),
    read('descriptor.bin'),
  ]).catch((cause: unknown) => {
    throw new VisionError(
      'load_failed',
      'The files of the face engine are missing. Run "npm run build" first.',
      {
        cause,
      },
    );
  });
  const sha256 = hashFiles({ kernels, relaxedKernels, detector, landmarks, descriptor });
  if (sha256 !== hash) throw new VisionError('model_unreadable', 'A file of the face engine is damaged.');
  const isRelaxed = WebAssembly.validate(relaxedKernels);
  return {
    kernels: isRelaxed ? relaxedKernels : kernels,
    detector,
    landmarks,
    descriptor,
    sha256,
    isRelaxed,
  };
}

/** SHA-256 of the files of the face engine, one after the other, in hexadecimal digits. */
export function hashFiles(files: Record<Part, Uint8Array>) {
  const { kernels, relaxedKernels, detector, landmarks, descriptor } = files;
  const hash = createHash('sha256');
  for (const bytes of [kernels, relaxedKernels, detector, landmarks, descriptor]) hash.update(bytes);
  return hash.digest('hex');
}

const built = fileURLToPath(new URL('../../dist/vision/', import.meta.url));
