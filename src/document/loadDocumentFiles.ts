import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { DocumentError } from './DocumentError.ts';
import type { DocumentReaderParts } from './documentReader.ts';

/** Reads the weights of the characters, which are part of the sources. */
export async function readCharacters(): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(fileURLToPath(new URL('read/characters.bin', import.meta.url))));
}

/** Reads the file of the barcode reader in Node, for `createBarcodeReader`. */
export async function loadBarcodeFile(): Promise<Uint8Array<ArrayBuffer>> {
  const file = import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm');
  return new Uint8Array(await readFile(fileURLToPath(file)));
}

/**
 * Reads the files of the document reader in Node, for `createDocumentReader`: the built kernels and the weights.
 * @throws DocumentError `load_failed` if a file is missing because nothing was built yet.
 */
export async function loadDocumentFiles(): Promise<
  DocumentReaderParts & { kernels: Uint8Array<ArrayBuffer> }
> {
  const read = async (path: string) =>
    new Uint8Array(await readFile(fileURLToPath(new URL(path, import.meta.url))));
  try {
    // In relaxed SIMD a product is added in one instruction.
    const relaxed = await read('../../dist/vision/relaxedKernels.wasm');
    const kernels = WebAssembly.validate(relaxed) ? relaxed : await read('../../dist/vision/kernels.wasm');
    return { kernels, characters: await readCharacters() };
  } catch (cause) {
    throw new DocumentError(
      'load_failed',
      'The files of the document reader are missing. Run "npm run build" first.',
      {
        cause,
      },
    );
  }
}
