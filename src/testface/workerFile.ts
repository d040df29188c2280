import type { WorkerPlace } from '../vision/startWorker.ts';

/**
 * Where the page finds the worker that draws. This is how a server of Vite sees it; a build puts in its place the
 * scripts that it wrote (`build/testFaceAssets.ts`).
 */
export const workerFile: WorkerPlace = { url: new URL('./worker.ts', import.meta.url).href, code: null };
