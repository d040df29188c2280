import type { Font } from 'fontkit';
import PDFDocument from 'pdfkit';
import type { FontSet } from '../fonts/FontSet.ts';
import { linesOf, type TextLine } from './linesOf.ts';

export interface TextStyle {
  /** Points. */
  size: number;
  color: string;
  isBold: boolean;
}

export interface Box {
  x: number;
  width: number;
}

/** A4, points. */
const PAGE = { width: 595.28, height: 841.89 };
const MARGIN = { side: 54, top: 56, bottom: 64 };
const LEADING = 1.42;

/** A document that is written from top to bottom, with page breaks. */
export class PdfPage {
  readonly #doc: PDFKit.PDFDocument;
  readonly #fontSet: FontSet;
  readonly #fonts = new Set<string>();
  readonly #pieces: Buffer[] = [];
  readonly #done: Promise<Buffer>;
  /** Letters without a font. */
  readonly unknown = new Set<string>();
  /** Position of the next line, from the top. */
  y = MARGIN.top;

  /** @param at creation time, the only time in the metadata */
  constructor(fontSet: FontSet, { title, at }: { title: string; at: Date }) {
    this.#fontSet = fontSet;
    this.#doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      bufferPages: true,
      pdfVersion: '1.7',
      subset: 'PDF/A-2b',
      lang: 'en',
      displayTitle: true,
      font: null as unknown as string,
      info: { Title: title, Creator: 'idv-verify', Producer: 'idv-verify', CreationDate: at, ModDate: at },
    } as PDFKit.PDFDocumentOptions);
    this.#done = new Promise((resolve, reject) => {
      this.#doc.on('data', (piece: Buffer) => this.#pieces.push(piece));
      this.#doc.on('end', () => resolve(Buffer.concat(this.#pieces)));
      this.#doc.on('error', reject);
    });
  }

  /** The area of a page inside the margins. */
  get body(): Box {
    return { x: MARGIN.side, width: PAGE.width - 2 * MARGIN.side };
  }

  /** Breaks a text into lines, to draw or measure them. */
  lines(text: string, { x: _, width }: Box, { size, isBold }: TextStyle): TextLine[] {
    const onUnknown = (letter: string) => this.unknown.add(letter);
    return linesOf(text, this.#fontSet, { size, width, isBold, onUnknown });
  }

  /** The height of some lines. */
  height(lines: readonly TextLine[], { size }: TextStyle): number {
    return lines.length * size * LEADING;
  }

  /** Starts a new page unless this many points are left. */
  need(points: number): void {
    if (this.y + points <= PAGE.height - MARGIN.bottom) return;
    this.#doc.addPage();
    this.y = MARGIN.top;
  }

  /** Writes a text and moves below it. */
  text(text: string, box: Box, style: TextStyle): void {
    for (const line of this.lines(text, box, style)) {
      this.need(style.size * LEADING);
      this.draw(line, box.x, this.y, style);
      this.y += style.size * LEADING;
    }
  }

  /** Writes one line, its top at `y`. */
  draw({ runs }: TextLine, x: number, y: number, { size, color }: TextStyle): void {
    let left = x;
    for (const { font, text, features, width } of runs) {
      this.#doc.font(this.#registered(font)).fontSize(size).fillColor(color);
      const baseline = y + size * 1.05;
      // Features, even if empty: without them the words of a run would be set one by one, from the left.
      this.#doc.text(text, left, baseline, { baseline: 'alphabetic', lineBreak: false, features });
      left += width;
    }
  }

  /** Registers the font once; the document finds it by name. */
  #registered(font: Font): string {
    const name = font.postscriptName;
    if (!this.#fonts.has(name)) this.#doc.registerFont(name, font as unknown as PDFKit.Mixins.PDFFontSource);
    this.#fonts.add(name);
    return name;
  }

  /** A thin line across a box. */
  rule({ x, width }: Box, color: string, y = this.y): void {
    this.#doc
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.6)
      .strokeColor(color)
      .stroke();
  }

  /** A filled rectangle with round corners. */
  plate({ x, width }: Box, y: number, height: number, color: string): void {
    this.#doc.roundedRect(x, y, width, height, 3).fill(color);
  }

  /** Writes the footer of every page, and ends the document. */
  async end(
    foot: (page: number, of: number) => [left: string, right: string],
    style: TextStyle,
  ): Promise<Buffer> {
    const { start, count } = this.#doc.bufferedPageRange();
    for (let page = start; page < start + count; page++) {
      this.#doc.switchToPage(page);
      const y = PAGE.height - MARGIN.bottom + 22;
      this.rule(this.body, '#d5d9e0', y - 8);
      const [left, right] = foot(page + 1, count);
      this.draw(this.lines(left, this.body, style)[0]!, this.body.x, y, style);
      const [end] = this.lines(right, this.body, style);
      this.draw(end!, this.body.x + this.body.width - end!.width, y, style);
    }
    this.#doc.end();
    return await this.#done;
  }
}
