import { type EngineFile, fetchedFile } from './loadEngineFile.ts';

/**
 * The locations of the page's engine files. This version is for Vite's dev server; a build replaces it with the emitted
 * scripts (`build/visionAssets.ts`).
 */
export const engineFiles: Record<'kernels' | 'detector' | 'landmarks', EngineFile> & { worker: WorkerFile } =
  {
    kernels: fetchedFile('kernels.wasm', new URL('../../dist/vision/kernels.wasm', import.meta.url)),
    detector: fetchedFile('detector.bin', new URL('../../dist/vision/detector.bin', import.meta.url)),
    landmarks: fetchedFile('landmarks.bin', new URL('../../dist/vision/landmarks.bin', import.meta.url)),
    worker: { name: 'worker.ts', url: new URL('./worker.ts', import.meta.url).href, code: null },
  };

/** A worker: one script without imports. */
export interface WorkerFile {
  name: string;
  url: string;
  /** The script as text, for a bundler that does not include the script itself. */
  code: EngineFile | null;
}
