import { type DrawnDocument, drawDocument, type TestDocument } from './drawDocument.ts';
import { filmDocument, type Hold } from './filmDocument.ts';

export interface PaintRequest {
  shown: TestDocument;
  hold: Hold;
  /** Since the film began. */
  seconds: number;
}

/** Draws the frames of a film whose document may change; keeps the page that was drawn last. */
export class DocumentPainter {
  #page: { key: string; drawn: DrawnDocument } | undefined;

  draw({ shown, hold, seconds }: PaintRequest): Uint8ClampedArray<ArrayBuffer> {
    const key = JSON.stringify(shown);
    if (this.#page?.key !== key) this.#page = { key, drawn: drawDocument(shown) };
    return filmDocument(this.#page.drawn, hold, seconds).data;
  }
}
