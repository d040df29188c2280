import type { Numbered } from '../vision/openWorkerTalk.ts';
import { PixelReader } from '../vision/PixelReader.ts';
import { DocumentError, type DocumentErrorCode } from './DocumentError.ts';
import {
  createDocumentReader,
  type DocumentAnswer,
  type DocumentReader,
  type Expectation,
  LONGEST_FRAME,
} from './documentReader.ts';
import { LumaReader } from './LumaReader.ts';

/** The answer for one frame. Its geometry is in pixels of a frame of this size. */
export interface FrameAnswer extends DocumentAnswer {
  width: number;
  height: number;
}

/** What the page asks. */
export type DocumentQuestion =
  | { ask: 'open'; kernels: Uint8Array<ArrayBuffer>; characters: Uint8Array }
  | { ask: 'next'; frame: ImageBitmap | VideoFrame; asOf: string; expects?: Expectation | undefined }
  | { ask: 'reset' };

type NextQuestion = Extract<DocumentQuestion, { ask: 'next' }>;

export type DocumentResponse =
  | { opened: { isSlow: boolean } }
  | { answer: FrameAnswer }
  | { error: { code: DocumentErrorCode; message: string } }
  | { done: true };

/** Answers the page, in a worker or on its main thread. Every frame is closed, also after an error. */
export class DocumentRequestHandler {
  #reader: DocumentReader | undefined;
  readonly #lumas = new LumaReader(LONGEST_FRAME);
  readonly #pixels = new PixelReader(LONGEST_FRAME);

  async handle(request: Numbered<DocumentQuestion>): Promise<Numbered<DocumentResponse>> {
    const { id } = request;
    try {
      if (request.ask === 'next') return { id, answer: await this.#next(request) };
      if (request.ask === 'reset') this.#open.reset();
      else {
        this.#reader = await createDocumentReader(request);
        return { id, opened: { isSlow: this.#reader.isSlow } };
      }
      return { id, done: true };
    } catch (error) {
      const code = error instanceof DocumentError ? error.code : 'worker_failed';
      const message = error instanceof Error ? error.message : 'The document reader failed.';
      return { id, error: { code, message } };
    } finally {
      if (request.ask === 'next') request.frame.close();
    }
  }

  async #next({ frame, asOf, expects }: NextQuestion): Promise<FrameAnswer> {
    const reader = this.#open;
    const picture = (await this.#lumas.read(frame)) ?? (await this.#pixels.read(frame));
    const answer = reader.next(picture, asOf, { ...expects, isFilm: true });
    return { ...answer, width: picture.width, height: picture.height };
  }

  get #open(): DocumentReader {
    if (!this.#reader) throw new DocumentError('worker_failed', 'The document reader is not open.');
    return this.#reader;
  }
}
