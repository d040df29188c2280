import type { AmlReport } from '../../../../contract/amlReport.ts';
import { parts } from './parts.ts';
import type { Sheet } from './Sheet.ts';
import { lineColor, textStyles } from './textStyles.ts';
import { time } from './time.ts';

const WIDTHS = [21, 33, 18, 28];
/** How far a note stands in, points. */
const INDENT = 14;

/** Who decided what, and when. */
export function drawDecisions(sheet: Sheet, { decisions }: AmlReport): void {
  parts.section(sheet, 'Decisions');
  if (decisions.length === 0) {
    sheet.text('None yet.', sheet.body, textStyles.value);
    return;
  }
  parts.row(sheet, ['When', 'By', 'Of', 'Decision and note'], WIDTHS, textStyles.label);
  for (const { at, by, hitId, decision, reasonCode, note } of decisions) {
    sheet.rule(sheet.body, lineColor, sheet.y - 1);
    const what = [decision, reasonCode].filter(Boolean).join(', ').replaceAll('_', ' ');
    const cells = [time(at) ?? 'not kept', by ?? 'not kept', hitId ?? 'the case', what];
    parts.row(sheet, cells, WIDTHS, textStyles.value);
    if (!note) continue;
    const { x, width } = sheet.body;
    sheet.text(note, { x: x + INDENT, width: width - INDENT }, textStyles.value);
    sheet.y += 3;
  }
}
