import { join } from 'node:path';
import { createLog } from '../../src/service/log.ts';
import {
  type FaceEngineFiles,
  readFaceEngineFiles,
} from '../../src/service/selfies/examine/readFaceEngineFiles.ts';
import { buildVisionAssets } from '../../src/vision/build/buildVisionAssets.ts';

let files: Promise<FaceEngineFiles> | null = null;

/** The face engine of the service, built if need be. */
export function faceEngineFiles(): Promise<FaceEngineFiles> {
  files ??= build();
  return files;
}

async function build(): Promise<FaceEngineFiles> {
  const folder = join(import.meta.dirname, '../../dist/vision');
  await buildVisionAssets(folder);
  const built = await readFaceEngineFiles(
    createLog('silent', () => {}),
    folder,
  );
  if (!built) throw new Error('The face engine cannot be opened.');
  return built;
}
