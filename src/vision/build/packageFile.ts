import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Reads a file with weights from an npm package.
 * @throws Error when it is not the very file that was looked at and measured: a package may change under its name.
 */
export async function packageFile(name: PackageFile): Promise<Uint8Array> {
  const [scope, pack, ...path] = name.split('/');
  const manifest = createRequire(import.meta.url).resolve(`${scope}/${pack}/package.json`);
  const bytes = new Uint8Array(await readFile(join(dirname(manifest), ...path)));
  const hash = createHash('sha256').update(bytes).digest('hex');
  if (hash !== SHA256[name]) throw new Error(`${name} is not the file that was expected (SHA-256 ${hash}).`);
  return bytes;
}

export type PackageFile = keyof typeof SHA256;

const SHA256 = {
  '@mediapipe/face_detection/face_detection_short_range.tflite':
    '3bc182eb9f33925d9e58b5c8d59308a760f4adea8f282370e428c51212c26633',
  '@mediapipe/face_mesh/face_mesh_solution_packed_assets.data':
    'dbe5905c582c0462cdaea17e7e6ecea92edaa8cccc515c5e2e7291f2cbb5fb99',
  '@vladmandic/face-api/model/face_recognition_model-weights_manifest.json':
    'cbaffa501b0b9275a12b63357a6843e7e30c054e1c9151e1a5f879b26e32986b',
  '@vladmandic/face-api/model/face_recognition_model.bin':
    'b413e420d6840b2775fba32008db6f3cddb07d485967fb42cfcf379c16a8c589',
} as const;
