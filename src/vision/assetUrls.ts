/**
 * Where the page finds what the eye loads. This is how a server of Vite sees it; a build puts in its place the
 * names of the files that it wrote (`build/visionAssets.ts`).
 */
export const assetUrls: Record<'kernels' | 'detector' | 'landmarks' | 'worker' | 'testFace', string> = {
  kernels: new URL('../../dist/vision/kernels.wasm', import.meta.url).href,
  detector: new URL('../../dist/vision/detector.bin', import.meta.url).href,
  landmarks: new URL('../../dist/vision/landmarks.bin', import.meta.url).href,
  testFace: new URL('./workerTestFace.ts', import.meta.url).href,
  worker: new URL('./worker.ts', import.meta.url).href,
};
