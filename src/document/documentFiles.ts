import type { WorkerFile } from '../vision/engineFiles.ts';
import { type EngineFile, fetchedFile } from '../vision/loadEngineFile.ts';

/**
 * The locations of the page's files of the document reader; its kernels are those of the face engine. This version is
 * for Vite's dev server; a build replaces it with the emitted scripts (`build/documentAssets.ts`).
 */
export const documentFiles: { characters: EngineFile; worker: WorkerFile } = {
  characters: fetchedFile('characters.bin', new URL('./read/characters.bin', import.meta.url)),
  worker: { name: 'worker.ts', url: new URL('./worker.ts', import.meta.url).href, code: null },
};
