import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AmlReport } from '../../../../src/contract/amlReport.ts';
import { buildReportFonts } from '../../../../src/service/screenings/report/build/buildReportFonts.ts';
import { FontSet } from '../../../../src/service/screenings/report/fonts/FontSet.ts';
import { layout } from '../../../../src/service/screenings/report/pdf/layout.ts';
import { linesOf } from '../../../../src/service/screenings/report/pdf/linesOf.ts';
import { PdfPage } from '../../../../src/service/screenings/report/pdf/PdfPage.ts';
import { noHits, reportPdf } from '../../../../src/service/screenings/report/pdf/reportPdf.ts';
import { textStyles } from '../../../../src/service/screenings/report/pdf/textStyles.ts';
import { visibleControls } from '../../../../src/service/screenings/report/pdf/visibleControls.ts';
import { ReportPrinter } from '../../../../src/service/screenings/report/ReportPrinter.ts';

const fonts = mkdtempSync(join(tmpdir(), 'idv-fonts-'));
beforeAll(() => buildReportFonts(fonts));
afterAll(() => rmSync(fonts, { recursive: true, force: true }));

const report = (subject: Partial<AmlReport['subject']>, more: Partial<AmlReport> = {}): AmlReport => ({
  object: 'aml_report',
  screeningId: 'aml_01jd3x6k2vf8q9w0z5m7n4p1ra',
  caseId: null,
  watchId: null,
  mode: 'test',
  status: 'clear',
  subject: {
    kind: 'person',
    name: 'Ada Quill',
    nativeName: null,
    dateOfBirth: null,
    nationalities: [],
    countryOfBirth: null,
    countries: [],
    identifiers: [],
    ...subject,
  },
  lists: null,
  minScore: null,
  clientReferenceId: null,
  criteria: {
    threshold: 0.7,
    thresholds: { version: 0, rules: [] },
    minScore: null,
    lists: null,
    requestedBy: null,
  },
  dataset: {
    version: 'v1',
    publishedAt: null,
    newerVersion: null,
    lacking: [],
    namedWithoutVowels: 0,
    lists: [],
  },
  explain: null,
  hits: [],
  totalHits: 0,
  decisions: [],
  rescreens: [],
  listDays: [],
  putAside: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  completedAt: '2026-01-01T00:00:00.000Z',
  generatedAt: '2026-01-01T00:00:00.000Z',
  generatedBy: 'key_01jd3x6k2vf8q9w0z5m7n4p1ra',
  ...more,
});

/** A page that records the texts drawn on it, and the lowest position. */
class RecordedPage extends PdfPage {
  readonly written: { text: string; y: number }[] = [];
  override draw(...[line, x, y, style]: Parameters<PdfPage['draw']>): void {
    this.written.push({ text: line.runs.map(({ text }) => text).join(''), y });
    super.draw(line, x, y, style);
  }
}

test('a row that is higher than a page continues on the next pages with all its lines', () => {
  const page = new RecordedPage(new FontSet(fonts), { title: 'A title', at: new Date(0) });
  const note = Array.from({ length: 200 }, (_, i) => `Line ${i} of the note.`);
  page.y = 700;
  layout.row(page, ['2026-01-01', note.join('\n')], [30, 70], textStyles.value);
  expect(page.written.map(({ text }) => text)).toEqual(expect.arrayContaining(note));
  // A4 is 841.89 points high, with a margin of 64 at the foot.
  expect(Math.max(...page.written.map(({ y }) => y)) + 9.2).toBeLessThan(841.89 - 64 + 1);
});

test('the metadata of a report is valid XML for any name, and contains no name', async () => {
  const pdf = await reportPdf(report({ name: 'Zoë <b>&"Quill' }), new FontSet(fonts));
  const [xmp] = /<\?xpacket begin[\s\S]+?<\?xpacket end/.exec(pdf.toString())!;
  expect(xmp).toContain('Screening report aml_01jd3x6k2vf8q9w0z5m7n4p1ra');
  expect(xmp).not.toMatch(/Zo|<b>|Quill/);
});

test('a report never claims “no match” for a person who was not compared', () => {
  const sentence = (more: Partial<AmlReport>) => noHits(report({}, more));
  expect(sentence({})).toBe('No entry of the lists above reaches a score of 0.7.');
  expect(sentence({ minScore: 0.8, lists: ['pep'] })).toBe(
    'No entry of the lists above, of the kinds pep alone, reaches a score of 0.7.',
  );
  for (const status of ['processing', 'unavailable', 'possible_match', 'not_comparable'])
    expect(sentence({ status } as never)).not.toContain('No entry');
  expect(sentence({ subject: null })).toContain('Erased');
});

test('direction marks in names are shown, and joiners are kept', () => {
  expect(
    visibleControls({ names: ['Zo\u202Eran\u2069', '\u200fש', 'علی\u200cرضا'], hits: 3, at: null }),
  ).toEqual({
    names: ['Zo[U+202E]ran[U+2069]', '[U+200F]ש', 'علی\u200cرضا'],
    hits: 3,
    at: null,
  });
});

// The expected glyph numbers of HarfBuzz 6 (hb-shape --no-glyph-names) for the font of this release.
test.each([
  ['ကြည်', [198, 4, 14, 381]],
  ['အောင်', [372, 37, 368, 8, 381]],
  ['ဒေါ်', [372, 22, 174]],
  ['သင်္ဘော', [34, 372, 28, 189, 368]],
  ['ပဒ္ဒုမ္မာ', [25, 22, 258, 210, 605, 29, 273, 368]],
  ['ချစ်ဆွေ', [5, 382, 9, 381, 372, 10, 48]],
  ['น้ำ', [61, 57, 47, 76]],
  ['مُحَمَّد', [29, 344, 341, 78, 344, 26, 345, 79]],
])('the letters of %s are in reading order', (name, glyphs) => {
  const look = { size: 10, width: 400, isBold: false, onUnknown: () => {} };
  const [line] = linesOf(name, new FontSet(fonts), look);
  const shown = line!.runs.flatMap(({ font, text, features }) => font.layout(text, features).glyphs);
  expect(shown.map(({ id }) => id)).toEqual(glyphs);
});

test('printing has a time limit', async () => {
  const printer = new ReportPrinter(fonts, { timeLimitMs: 1 });
  await expect(printer.print(report({}))).rejects.toMatchObject({
    code: 'unavailable',
    extras: { detail: expect.stringContaining('took too long') },
  });
});

test('closing the printer cancels running and waiting reports', async () => {
  const printer = new ReportPrinter(fonts);
  const prints = Promise.allSettled([1, 2, 3].map(() => printer.print(report({}))));
  await printer.close();
  for (const print of await prints) expect(print).toMatchObject({ reason: { code: 'unavailable' } });
  await expect(printer.print(report({}))).rejects.toMatchObject({ code: 'unavailable' });
});
