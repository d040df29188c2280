import type { EngineFile } from './loadEngineFile.ts';

/**
 * Where the page finds what its engine is made of. This is how a server of Vite sees it; a build puts in its place
 * the scripts that it wrote (`build/visionAssets.ts`).
 */
export const engineFiles: Record<'kernels' | 'detector' | 'landmarks', EngineFile> & { worker: WorkerFile } =
  {
    kernels: fetched('kernels.wasm', new URL('../../dist/vision/kernels.wasm', import.meta.url)),
    detector: fetched('detector.bin', new URL('../../dist/vision/detector.bin', import.meta.url)),
    landmarks: fetched('landmarks.bin', new URL('../../dist/vision/landmarks.bin', import.meta.url)),
    worker: { name: 'worker.ts', url: new URL('./worker.ts', import.meta.url).href, code: null },
  };

/** A worker: one script without imports. */
export interface WorkerFile {
  name: string;
  url: string;
  /** The same as text, for a bundler that does not carry the script along. */
  code: EngineFile | null;
}

function fetched(name: string, url: URL): EngineFile {
  return {
    name,
    load: async () => {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`Status ${response.status}.`);
      return new Uint8Array(await response.arrayBuffer());
    },
  };
}
