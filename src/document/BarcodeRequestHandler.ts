import type { Numbered } from '../vision/openWorkerTalk.ts';
import { PixelReader } from '../vision/PixelReader.ts';
import { type BarcodeReader, createBarcodeReader } from './barcode/createBarcodeReader.ts';
import { DocumentError, type DocumentErrorCode } from './DocumentError.ts';

export type BarcodeQuestion =
  | { ask: 'open'; wasm: Uint8Array<ArrayBuffer> }
  | { ask: 'read'; frame: ImageBitmap | VideoFrame };

export type BarcodeResponse =
  | { text: string | null }
  | { error: { code: DocumentErrorCode; message: string } };

/** Answers the page, in a worker or on its main thread. Every frame is closed, also after an error. */
export class BarcodeRequestHandler {
  #reader: BarcodeReader | undefined;
  readonly #pixels = new PixelReader(LONGEST_SIDE);

  async handle(request: Numbered<BarcodeQuestion>): Promise<Numbered<BarcodeResponse>> {
    const { id } = request;
    try {
      if (request.ask === 'open') this.#reader = await createBarcodeReader(request.wasm);
      else if (this.#reader)
        return { id, text: await this.#reader.read(await this.#pixels.read(request.frame)) };
      return { id, text: null };
    } catch (error) {
      const code = error instanceof DocumentError ? error.code : 'worker_failed';
      const message = error instanceof Error ? error.message : 'The barcode reader failed.';
      return { id, error: { code, message } };
    } finally {
      if (request.ask === 'read') request.frame.close();
    }
  }
}

/** Modules of 0.17 mm want two pixels each. */
const LONGEST_SIDE = 1920;
