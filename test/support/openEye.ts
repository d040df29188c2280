import { setFlagsFromString } from 'node:v8';
import { createEye, type Eye, type EyeParts } from '../../src/vision/index.ts';
import { eyeFiles } from './eyeFiles.ts';

let shared: Promise<Eye> | null = null;

/** The eye of the service, one for all files of a process; see `openEye`. */
export async function serviceEye(): Promise<Eye> {
  optimizeKernels();
  shared ??= eyeFiles().then(({ parts }) => createEye(parts));
  return await shared;
}

/**
 * Opens an eye whose kernels are optimized as they run, as in the processes that measure pictures: twice as fast. For files
 * that open no embedded database, as that would be optimized too until the next file begins (`baselineCompiler.ts`).
 */
export async function openEye(parts: EyeParts): Promise<Eye> {
  optimizeKernels();
  return await createEye(parts);
}

function optimizeKernels(): void {
  setFlagsFromString('--wasm-dynamic-tiering');
  setFlagsFromString('--wasm-tier-up');
}
