import { setFlagsFromString } from 'node:v8';
import { createFaceEngine, type FaceEngine, type FaceEngineParts } from '../../src/vision/index.ts';
import { faceEngineFiles } from './faceEngineFiles.ts';
import { rememberingEngine } from './rememberingEngine.ts';

let shared: Promise<FaceEngine> | null = null;

/** The face engine of the service, one for all files of a process, which measures each picture once. */
export async function openServiceFaceEngine(): Promise<FaceEngine> {
  optimizeKernels();
  shared ??= faceEngineFiles()
    .then(({ parts }) => createFaceEngine(parts))
    .then(rememberingEngine);
  return await shared;
}

/**
 * Opens an engine whose kernels are optimized as they run, as in the processes that measure pictures: twice as fast. For files
 * that open no embedded database, as that would be optimized too until the next file begins (`baselineCompiler.ts`).
 */
export async function openFaceEngine(parts: FaceEngineParts): Promise<FaceEngine> {
  optimizeKernels();
  return await createFaceEngine(parts);
}

function optimizeKernels(): void {
  setFlagsFromString('--wasm-dynamic-tiering');
  setFlagsFromString('--wasm-tier-up');
}
