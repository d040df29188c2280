import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { emitWorker, packedScript } from '../../vision/build/packedScript.ts';
import { readKernels } from '../../vision/build/readKernels.ts';

/**
 * Emits the workers, the weights of the document reader, its kernels for relaxed SIMD and the file of the barcode reader next to the script that uses them, and inserts their places
 * into `documentFiles.ts`.
 */
export function documentAssets(): Plugin {
  let isDropIn = false;
  let isServing = false;
  return {
    name: 'document-assets',
    configResolved({ command, mode }) {
      isServing = command === 'serve';
      isDropIn = mode === 'cdn';
    },
    async load(id) {
      if (isServing || id !== filesModule) return undefined;
      const weights = packedScript('document-reader-characters', await readFile(characters), { isDropIn });
      if (isDropIn) this.emitFile(weights.asset);
      const { relaxedKernels } = await readKernels();
      const kernels = packedScript('document-reader-kernels', relaxedKernels, { isDropIn });
      if (isDropIn) this.emitFile(kernels.asset);
      const zxing = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
      const barcodes = packedScript('document-reader-barcodes-wasm', await readFile(zxing), { isDropIn });
      if (isDropIn) this.emitFile(barcodes.asset);
      const place = await emitWorker(this, { name: 'document-reader', entry: worker, isDropIn });
      const barcodePlace = await emitWorker(this, {
        name: 'document-reader-barcodes',
        entry: barcodeWorker,
        isDropIn,
      });
      return `export const documentFiles = { relaxedKernels: ${kernels.expression}, characters: ${weights.expression}, barcodes: ${barcodes.expression}, worker: ${place}, barcodeWorker: ${barcodePlace} };`;
    },
  };
}

const filesModule = fileURLToPath(new URL('../documentFiles.ts', import.meta.url));
const worker = fileURLToPath(new URL('../worker.ts', import.meta.url));
const barcodeWorker = fileURLToPath(new URL('../barcodeWorker.ts', import.meta.url));
const characters = fileURLToPath(new URL('../read/characters.bin', import.meta.url));
