import type { WorkerPlace } from '../vision/startWorker.ts';

/**
 * The location of the drawing worker. This version is for Vite's dev server; a build replaces it with the emitted
 * scripts (`src/testface/build/testFaceAssets.ts`).
 */
export const workerFile: WorkerPlace = { url: new URL('./worker.ts', import.meta.url).href, code: null };
