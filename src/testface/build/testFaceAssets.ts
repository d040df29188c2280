import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { emitWorker } from '../../vision/build/packedScript.ts';

/**
 * Emits the worker that draws the test face next to the script that uses it, and inserts its path into `workerFile.ts`.
 */
export function testFaceAssets(): Plugin {
  let isDropIn = false;
  let isServing = false;
  return {
    name: 'test-face-assets',
    configResolved({ command, mode }) {
      isServing = command === 'serve';
      isDropIn = mode === 'cdn';
    },
    async load(id) {
      if (isServing || id !== placeModule) return undefined;
      return `export const workerFile = ${await emitWorker(this, { name: 'test-face', entry: worker, isDropIn })};`;
    },
  };
}

const placeModule = fileURLToPath(new URL('../workerFile.ts', import.meta.url));
const worker = fileURLToPath(new URL('../worker.ts', import.meta.url));
