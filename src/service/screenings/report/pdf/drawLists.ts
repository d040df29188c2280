import type { AmlReport } from '../../../../contract/amlReport.ts';
import { parts } from './parts.ts';
import type { Sheet } from './Sheet.ts';
import { lineColor, textStyles } from './textStyles.ts';

const WIDTHS = [24, 14, 22, 12, 12, 10];

/** Which lists in which version decided. */
export function drawLists(sheet: Sheet, { dataset }: AmlReport): void {
  parts.section(sheet, 'Against which lists');
  if (!dataset) {
    sheet.text('None: there was nothing to screen against.', sheet.body, textStyles.value);
    return;
  }
  parts.field(sheet, 'Version of the dataset', dataset.version);
  sheet.y += 4;
  parts.row(sheet, ['List', 'Published', 'Fetched', 'Entities', 'Bad rows', 'Age'], WIDTHS, textStyles.label);
  for (const { name, publishedAt, fetchedAt, entities, rejectedRows, isStale } of dataset.lists) {
    sheet.rule(sheet.body, lineColor, sheet.y - 1);
    const cells = [
      name,
      publishedAt?.slice(0, 10) ?? 'not said',
      fetchedAt ? `${fetchedAt.slice(0, 10)} ${fetchedAt.slice(11, 16)}` : 'not said',
      entities?.toLocaleString('en') ?? 'not said',
      rejectedRows?.toLocaleString('en') ?? 'not said',
      isStale === null ? 'not known' : isStale ? 'STALE' : 'in time',
    ];
    parts.row(sheet, cells, WIDTHS, textStyles.value);
  }
}
