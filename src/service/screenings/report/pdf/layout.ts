import type { Box, PdfPage, TextStyle } from './PdfPage.ts';
import { lineColor, textStyles } from './textStyles.ts';

const LABEL_WIDTH = 112;
const GAP = 10;
/** A row of at most this many lines is not broken over pages. */
const WHOLE_LINES = 8;

/** Layout helpers for the sections of a report. */
export const layout = {
  /** A section heading, never alone at the bottom of a page. */
  section(page: PdfPage, title: string): void {
    page.y += 16;
    page.need(70);
    page.text(title, page.body, textStyles.section);
    page.rule(page.body, lineColor, page.y + 2);
    page.y += 9;
  },

  /** A label and its values. Isolates each value's text direction. Draws nothing if there are no values. */
  field(
    page: PdfPage,
    label: string,
    value: string | readonly string[] | null,
    style: TextStyle = textStyles.value,
  ): void {
    const text =
      typeof value === 'string' ? value : (value ?? []).map((one) => `\u2068${one}\u2069`).join(' · ');
    if (text === '') return;
    const { x, width } = page.body;
    const box = { x: x + LABEL_WIDTH + GAP, width: width - LABEL_WIDTH - GAP };
    const left = page.lines(label, { x, width: LABEL_WIDTH }, textStyles.label);
    const right = page.lines(text, box, style);
    const step = page.height(right.slice(0, 1), style);
    page.need(Math.min(page.height(right, style), 3 * step) + 3);
    let top = page.y + (style.size - textStyles.label.size) * 1.05;
    const bottom = page.y + page.height(left, textStyles.label);
    for (const line of left) {
      page.draw(line, x, top, textStyles.label);
      top += page.height([line], textStyles.label);
    }
    for (const line of right) {
      page.need(step);
      page.draw(line, box.x, page.y, style);
      page.y += step;
    }
    page.y = Math.max(page.y, Math.min(bottom, page.y + step)) + 2.5;
  },

  /** A row of a table. A high row continues over as many pages as needed. */
  row(page: PdfPage, cells: readonly string[], widths: readonly number[], style: TextStyle): void {
    const boxes = boxesOf(page.body, widths);
    const columns = cells.map((cell, i) => page.lines(cell, boxes[i]!, style));
    const count = Math.max(...columns.map((lines) => lines.length));
    const step = page.height(columns[0]!.slice(0, 1), style);
    page.need(Math.min(count, WHOLE_LINES) * step + 4);
    for (let i = 0; i < count; i++) {
      page.need(step);
      for (const [column, lines] of columns.entries()) {
        const line = lines[i];
        if (line) page.draw(line, boxes[column]!.x, page.y, style);
      }
      page.y += step;
    }
    page.y += 3;
  },

  /** A badge: a word on a coloured rectangle, aligned to the right margin. */
  badge(page: PdfPage, text: string, color: string, y: number): void {
    const [line] = page.lines(text, page.body, textStyles.badge);
    const width = line!.width + 16;
    const x = page.body.x + page.body.width - width;
    page.plate({ x, width }, y, 18, color);
    page.draw(line!, x + 8, y + 3.6, textStyles.badge);
  },
};

/** Columns by their share of the width, with a gap between them. */
function boxesOf({ x, width }: Box, widths: readonly number[]): Box[] {
  const whole = widths.reduce((sum, one) => sum + one, 0);
  let left = x;
  return widths.map((share) => {
    const columnWidth = (share / whole) * width;
    const box = { x: left, width: columnWidth - GAP };
    left += columnWidth;
    return box;
  });
}
