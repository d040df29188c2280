import type { Box, Sheet, TextStyle } from './Sheet.ts';
import { lineColor, textStyles } from './textStyles.ts';

const LABEL_WIDTH = 112;
const GAP = 10;
/** A row of at most so many lines stays on one page. */
const WHOLE_LINES = 8;

/** What the sections of a report are put together from. */
export const parts = {
  /** The head of a section, never alone at the foot of a page. */
  section(sheet: Sheet, title: string): void {
    sheet.y += 16;
    sheet.need(70);
    sheet.text(title, sheet.body, textStyles.section);
    sheet.rule(sheet.body, lineColor, sheet.y + 2);
    sheet.y += 9;
  },

  /** A label and beside it what is said, each of several apart from the direction of the others; nothing where there is nothing to say. */
  field(
    sheet: Sheet,
    label: string,
    value: string | readonly string[] | null,
    style: TextStyle = textStyles.value,
  ): void {
    const text =
      typeof value === 'string' ? value : (value ?? []).map((one) => `\u2068${one}\u2069`).join(' · ');
    if (text === '') return;
    const { x, width } = sheet.body;
    const box = { x: x + LABEL_WIDTH + GAP, width: width - LABEL_WIDTH - GAP };
    const left = sheet.lines(label, { x, width: LABEL_WIDTH }, textStyles.label);
    const right = sheet.lines(text, box, style);
    const step = sheet.height(right.slice(0, 1), style);
    sheet.need(Math.min(sheet.height(right, style), 3 * step) + 3);
    let top = sheet.y + (style.size - textStyles.label.size) * 1.05;
    const bottom = sheet.y + sheet.height(left, textStyles.label);
    for (const line of left) {
      sheet.draw(line, x, top, textStyles.label);
      top += sheet.height([line], textStyles.label);
    }
    for (const line of right) {
      sheet.need(step);
      sheet.draw(line, box.x, sheet.y, style);
      sheet.y += step;
    }
    sheet.y = Math.max(sheet.y, Math.min(bottom, sheet.y + step)) + 2.5;
  },

  /** A row of a table. One that is higher than some lines goes on over as many pages as it takes. */
  row(sheet: Sheet, cells: readonly string[], widths: readonly number[], style: TextStyle): void {
    const boxes = boxesOf(sheet.body, widths);
    const columns = cells.map((cell, i) => sheet.lines(cell, boxes[i]!, style));
    const count = Math.max(...columns.map((lines) => lines.length));
    const step = sheet.height(columns[0]!.slice(0, 1), style);
    sheet.need(Math.min(count, WHOLE_LINES) * step + 4);
    for (let i = 0; i < count; i++) {
      sheet.need(step);
      for (const [column, lines] of columns.entries()) {
        const line = lines[i];
        if (line) sheet.draw(line, boxes[column]!.x, sheet.y, style);
      }
      sheet.y += step;
    }
    sheet.y += 3;
  },

  /** A badge: a word on a coloured rectangle, aligned to the right margin. */
  chip(sheet: Sheet, text: string, color: string, y: number): void {
    const [line] = sheet.lines(text, sheet.body, textStyles.chip);
    const width = line!.width + 16;
    const x = sheet.body.x + sheet.body.width - width;
    sheet.plate({ x, width }, y, 18, color);
    sheet.draw(line!, x + 8, y + 3.6, textStyles.chip);
  },
};

/** Columns by their share of the width, with a gap between them. */
function boxesOf({ x, width }: Box, widths: readonly number[]): Box[] {
  const whole = widths.reduce((sum, one) => sum + one, 0);
  let left = x;
  return widths.map((share) => {
    const own = (share / whole) * width;
    const box = { x: left, width: own - GAP };
    left += own;
    return box;
  });
}
