import type { AmlReport } from '../../../../contract/amlReport.ts';
import { parts } from './parts.ts';
import type { Sheet } from './Sheet.ts';
import { lineColor, textStyles } from './textStyles.ts';
import { time } from './time.ts';

const WIDTHS = [24, 40, 18, 18];

/** When the person was screened again, against what, and what came of it. */
export function drawRescreens(sheet: Sheet, { rescreens }: AmlReport): void {
  if (rescreens.length === 0) return;
  parts.section(sheet, 'Monitoring');
  parts.row(sheet, ['When', 'Version of the dataset', 'Result', 'Hits'], WIDTHS, textStyles.label);
  for (const { at, datasetVersion, status, newHits, changedHits, endedHits } of rescreens) {
    sheet.rule(sheet.body, lineColor, sheet.y - 1);
    const news = [
      newHits > 0 && `${newHits} new`,
      changedHits > 0 && `${changedHits} changed`,
      endedHits > 0 && `${endedHits} ended`,
    ].filter(Boolean);
    const cells = [time(at)!, datasetVersion, status.replaceAll('_', ' '), news.join(', ') || 'no news'];
    parts.row(sheet, cells, WIDTHS, textStyles.value);
  }
}
