import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { emitWorker } from '../../vision/build/packedScript.ts';

/**
 * Emits the workers that draw the test face and the test document next to the scripts that use them, and inserts their
 * paths into `workerFile.ts`.
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
      const drawn = workers.find(({ place }) => place === id);
      if (isServing || !drawn) return undefined;
      const { name, entry } = drawn;
      return `export const workerFile = ${await emitWorker(this, { name, entry, isDropIn })};`;
    },
  };
}

const workers = ['test-face', 'test-document'].map((name) => {
  const file = (path: string) =>
    fileURLToPath(new URL(`../../${name.replace('-', '')}/${path}`, import.meta.url));
  return { name, place: file('workerFile.ts'), entry: file('worker.ts') };
});
