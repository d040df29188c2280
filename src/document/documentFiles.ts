import type { WorkerFile } from '../vision/engineFiles.ts';
import { type EngineFile, fetchedFile } from '../vision/loadEngineFile.ts';

/**
 * The locations of the page's files of the document reader; its kernels are those of the face engine, also compiled for browsers with
 * relaxed SIMD. This version is
 * for Vite's dev server; a build replaces it with the emitted scripts (`build/documentAssets.ts`).
 */
export const documentFiles: Record<'relaxedKernels' | 'characters' | 'barcodes', EngineFile> &
  Record<'worker' | 'barcodeWorker', WorkerFile> = {
  relaxedKernels: fetchedFile(
    'relaxedKernels.wasm',
    new URL('../../dist/vision/relaxedKernels.wasm', import.meta.url),
  ),
  characters: fetchedFile('characters.bin', new URL('./read/characters.bin', import.meta.url)),
  barcodes: fetchedFile(
    'zxing_reader.wasm',
    new URL('../../node_modules/zxing-wasm/dist/reader/zxing_reader.wasm', import.meta.url),
  ),
  worker: { name: 'worker.ts', url: new URL('./worker.ts', import.meta.url).href, code: null },
  barcodeWorker: {
    name: 'barcodeWorker.ts',
    url: new URL('./barcodeWorker.ts', import.meta.url).href,
    code: null,
  },
};
