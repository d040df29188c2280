import type { AmlReport } from '../../../../contract/amlReport.ts';
import { possibleMatchThreshold } from '../../../../screening/search/possibleMatchThreshold.ts';
import type { FontShelf } from '../fonts/FontShelf.ts';
import { drawDecisions } from './drawDecisions.ts';
import { drawHit } from './drawHit.ts';
import { drawLists } from './drawLists.ts';
import { drawRescreens } from './drawRescreens.ts';
import { drawSubject } from './drawSubject.ts';
import { parts } from './parts.ts';
import { Sheet } from './Sheet.ts';
import { textStyles } from './textStyles.ts';
import { time } from './time.ts';
import { visibleControls } from './visibleControls.ts';

const GREY = '#5c6675';
const COLORS: Partial<Record<string, string>> = {
  clear: '#1c7a4b',
  possible_match: '#a85b00',
  confirmed_match: '#b3261e',
  not_comparable: '#a85b00',
};

/** The file of a screening as a PDF/A-2b document. */
export async function reportPdf(asRead: AmlReport, shelf: FontShelf): Promise<Buffer> {
  const report = visibleControls(asRead);
  // The id and no name: a title shows in lists of files, and stands in the metadata.
  const title = `Screening report ${report.screeningId}`;
  const sheet = new Sheet(shelf, { title, at: new Date(report.generatedAt) });
  head(sheet, report);
  drawSubject(sheet, report);
  drawLists(sheet, report);
  parts.section(sheet, report.hits.length === 0 ? 'Hits: none' : `Hits: ${report.hits.length}`);
  if (report.hits.length === 0) sheet.text(noHits(report), sheet.body, textStyles.value);
  for (const [i, hit] of report.hits.entries()) drawHit(sheet, hit, i + 1);
  drawDecisions(sheet, report);
  drawRescreens(sheet, report);
  notes(sheet, report);
  const foot = (page: number, of: number): [string, string] => [
    `${report.screeningId} · ${report.mode} mode`,
    `Page ${page} of ${of}`,
  ];
  return await sheet.end(foot, textStyles.small);
}

/** Says that nobody was found only where the lists were compared, and how far. */
export function noHits({ status, subject, lists, minScore }: AmlReport): string {
  if (!subject) return 'Erased, with the person.';
  if (status === 'processing') return 'Not screened yet: the lists are being loaded.';
  if (status === 'unavailable')
    return 'Not screened: the lists, or the kind that was asked for, were not loaded.';
  if (status !== 'clear')
    return 'Not all that was given could be compared: this is no statement that nobody is listed.';
  const kinds = lists ? `, of the kinds ${lists.join(' and ')} alone,` : '';
  return `No entry of the lists above${kinds} reaches a score of ${minScore ?? possibleMatchThreshold}.`;
}

function head(sheet: Sheet, report: AmlReport): void {
  const word = report.status.replaceAll('_', ' ').toUpperCase();
  const color = COLORS[report.status] ?? GREY;
  const { y } = sheet;
  sheet.text('Screening report', sheet.body, textStyles.title);
  parts.chip(sheet, word, color, y + 6);
  sheet.text(
    'Sanctions and politically exposed persons. For the file of the compliance officer; confidential.',
    sheet.body,
    textStyles.small,
  );
  sheet.y += 8;
  parts.field(sheet, 'Screening', report.screeningId);
  parts.field(sheet, 'Case', report.caseId);
  parts.field(sheet, 'Watch', report.watchId);
  parts.field(sheet, 'Screened', time(report.completedAt) ?? 'not yet');
  parts.field(sheet, 'Report made', `${time(report.generatedAt)} by ${report.generatedBy}`);
}

function notes(sheet: Sheet, { hits, minScore }: AmlReport): void {
  parts.section(sheet, 'How to read it');
  sheet.text(how(minScore ?? possibleMatchThreshold), sheet.body, textStyles.small);
  if (hits.length > 0) sheet.text(WEIGHTS, sheet.body, textStyles.small);
  if (sheet.unknown.size === 0) return;
  const letters = [...sheet.unknown].map((one) => `U+${one.codePointAt(0)!.toString(16).toUpperCase()}`);
  const text = `This document has no shape for ${letters.length} of the letters and writes their codes: ${letters.join(', ')}.`;
  sheet.text(text, sheet.body, textStyles.small);
}

const how = (threshold: number) =>
  `A score is a measure of likeness between 0 and 1, comparable between lists and versions; it is not a probability. From ${threshold} on a hit is a possible match, which a person has to look at. A possible match declines nobody by itself.`;
const WEIGHTS =
  'The terms of a hit add up to its sum s, and its score is 1 / (1 + exp(-0.18 × (s + 6))). What was not compared adds nothing.';
