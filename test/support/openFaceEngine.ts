import { createFaceEngine, type FaceEngine } from '../../src/vision/index.ts';
import { faceEngineFiles } from './faceEngineFiles.ts';
import { rememberingEngine } from './rememberingEngine.ts';

let shared: Promise<FaceEngine> | null = null;

/** The face engine of the service, one for all files of a process, which measures each picture once. */
export async function openServiceFaceEngine(): Promise<FaceEngine> {
  shared ??= faceEngineFiles()
    .then(({ parts }) => createFaceEngine(parts))
    .then(rememberingEngine);
  return await shared;
}
