import type { Dataset } from '../../../screening/screening.ts';
import type { Share, Validation, ValidationLine } from '../../../screening/validation/measureModel.ts';
import type { FontSet } from '../report/fonts/FontSet.ts';
import { layout } from '../report/pdf/layout.ts';
import { PdfPage } from '../report/pdf/PdfPage.ts';
import { lineColor, textStyles } from '../report/pdf/textStyles.ts';
import { visibleControls } from '../report/pdf/visibleControls.ts';

/** The parts of a validation pack. */
export interface ValidationPack {
  validation: Validation;
  dataset: Dataset;
  /** The score from which a hit is a possible match. */
  threshold: number;
  versions: Readonly<Record<string, string>>;
  at: Date;
}

/** Number of printed names below the threshold; the sample file contains all. */
const MAX_PRINTED = 60;

/** The validation of the matcher as a PDF/A-2b document, to be signed. */
export async function validationPdf(pack: ValidationPack, fonts: FontSet): Promise<Buffer> {
  const visible = visibleControlsOf(pack);
  const { validation, dataset, threshold, at } = visible;
  const page = new PdfPage(fonts, { title: `Validation of screening, ${day(at)}`, at });
  head(page, pack);
  lists(page, dataset);
  thresholds(page, visible);
  const of = (section: ValidationLine['section']) =>
    validation.lines.filter((line) => line.section === section);
  table(page, 'People found, by class of spelling', of('class'));
  table(page, 'People found under the listed name with a wrong date of birth', of('dates'));
  table(page, 'People found, by script', of('script'));
  table(page, 'People and organisations found, by list', of('list'));
  table(page, 'Organisations found, by class of spelling', of('organisations'));
  table(page, 'Vessels found, by class of spelling', of('vessels'));
  falseAlerts(page, of('false_alerts'));
  table(page, 'Sweep of thresholds: altered names of people found', of('found_from'));
  table(page, 'Sweep of thresholds: invented people who alert', of('alerts_from'));
  for (const [section, title] of OWN_FILES) if (of(section).length > 0) table(page, title, of(section));
  belowTheLine(page, validation, threshold);
  limits(page, validation);
  signature(page);
  const foot = (number: number, count: number): [string, string] => [
    `Validation of screening · ${day(at)} · dataset ${dataset.version}`,
    `Page ${number} of ${count}`,
  ];
  return await page.end(foot, textStyles.small);
}

/** A date is not a string. */
function visibleControlsOf({ at, ...pack }: ValidationPack): ValidationPack {
  return { ...visibleControls(pack), at };
}

function head(page: PdfPage, { versions, validation, dataset, at }: ValidationPack): void {
  page.text('Validation of screening', page.body, textStyles.title);
  page.text(PURPOSE, page.body, textStyles.small);
  page.y += 8;
  layout.field(page, 'Made', `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`);
  layout.field(page, 'Dataset', dataset.version);
  for (const [component, version] of Object.entries(versions)) layout.field(page, component, version);
  layout.field(
    page,
    'Sample',
    `${validation.sample} of each list, script and culture; seed ${validation.seed}`,
  );
}

const PURPOSE =
  'How many listed people and organisations the matcher finds on the lists of this installation, how many false alerts it raises, and which names it scores below the threshold. For the file of the compliance officer and for examiners.';

function lists(page: PdfPage, { lists }: Dataset): void {
  layout.section(page, 'Lists');
  const widths = [34, 22, 22, 12, 12];
  layout.row(page, ['List', 'Published', 'Fetched', 'Entities', 'Invalid rows'], widths, textStyles.label);
  for (const { name, publishedAt, fetchedAt, entities, rejectedRows } of lists) {
    page.rule(page.body, lineColor, page.y - 1);
    const cells = [
      name,
      publishedAt?.slice(0, 10) ?? 'not stated',
      fetchedAt?.slice(0, 10) ?? 'not stated',
      entities.toLocaleString('en'),
      rejectedRows.toLocaleString('en'),
    ];
    layout.row(page, cells, widths, textStyles.value);
  }
}

function thresholds(page: PdfPage, { threshold, validation }: ValidationPack): void {
  layout.section(page, 'Thresholds and their reasons');
  for (const text of [
    `From ${threshold} on a hit is a possible match, which a person has to review. ${ownFigures(validation)}`,
    'A lower threshold finds more people and raises more false alerts. It is the same for all lists and scripts, and no API call can raise it for a case. The sweep shows its effect on these lists. The names and spellings are made from the lists themselves by rules, so they are not independent of them: a labelled deck (--deck) and a book of your own (--book) are. If a group is found clearly less often than others, or causes more alerts, decide on a measure and record it.',
  ])
    page.text(text, page.body, textStyles.value);
}

/** The sections of the institution's own files. */
const OWN_FILES: readonly (readonly [section: ValidationLine['section'], title: string])[] = [
  ['book', 'Your book: rows that alert, from each score on'],
  ['deck_found', 'Your deck: rows whose entity is found, from each score on'],
  ['deck_alerts', 'Your deck: rows of nobody listed that alert, from each score on'],
];

/** What this validation itself measured at the threshold, in a sentence. */
function ownFigures({ lines }: Validation): string {
  const total = (section: ValidationLine['section'], basis: 'name' | 'dated') => {
    const shares = lines
      // Firms have no date of birth, and are no people.
      .filter((line) => line.section === section && (section === 'class' || line.dated !== null))
      .flatMap((line) => line[basis] ?? []);
    const sum = (key: keyof Share) => shares.reduce((all, share) => all + share[key], 0);
    return shareText({ questions: sum('questions'), count: sum('count') });
  };
  return `On these lists, as they are loaded together, ${total('class', 'name')} of all spellings of listed people below were found by name alone, and ${total('class', 'dated')} with the right date of birth; with a wrong date and the exact name ${total('dates', 'dated')}. Of invented people ${total('false_alerts', 'name')} caused an alert by name alone, and ${total('false_alerts', 'dated')} with a random date of birth.`;
}

const WIDTHS = [36, 11, 31, 11, 31];

function table(page: PdfPage, title: string, lines: readonly ValidationLine[]): void {
  layout.section(page, title);
  if (lines.length === 0) {
    page.text('The lists contain no entries to measure this.', page.body, textStyles.value);
    return;
  }
  const labels = ['', 'By name', 'found (95 % interval)', 'With date', 'found (95 % interval)'];
  layout.row(page, labels, WIDTHS, textStyles.label);
  for (const { group, name, dated } of lines) {
    page.rule(page.body, lineColor, page.y - 1);
    const cells = [group, counted(name), shareText(name), dated ? counted(dated) : '–', shareText(dated)];
    layout.row(page, cells, WIDTHS, textStyles.value);
  }
}

function falseAlerts(page: PdfPage, lines: readonly ValidationLine[]): void {
  layout.section(
    page,
    'False alerts: invented people and companies, by name and with a random date of birth',
  );
  page.text(INVENTED, page.body, textStyles.small);
  page.y += 3;
  const labels = ['Culture', 'By name', 'alert (95 % interval)', 'With date', 'alert (95 % interval)'];
  layout.row(page, labels, WIDTHS, textStyles.label);
  for (const { group, name, dated } of lines) {
    page.rule(page.body, lineColor, page.y - 1);
    const cells = [group, counted(name), shareText(name), dated ? counted(dated) : '–', shareText(dated)];
    layout.row(page, cells, WIDTHS, textStyles.value);
  }
}

const INVENTED =
  'Random combinations of common given and family names of each culture, and invented companies. They refer to no real person. Some equal the name of a listed person; such an alert is correct.';

function belowTheLine(page: PdfPage, { belowTheLine }: Validation, threshold: number): void {
  layout.section(page, 'Just below the threshold');
  const text = `Names whose best hit stayed below ${threshold}, the highest first: ${Math.min(MAX_PRINTED, belowTheLine.length)} of ${belowTheLine.length} in the file next to this document, where each can be judged. “Meant” means that the name was derived from this entry: an alert would have been correct.`;
  page.text(text, page.body, textStyles.small);
  page.y += 3;
  const widths = [34, 12, 36, 12, 10];
  layout.row(page, ['Name searched', 'Born', 'Listed name', 'Score', ''], widths, textStyles.label);
  for (const { asked, dateOfBirth, listed, score, isMeant } of belowTheLine.slice(0, MAX_PRINTED)) {
    page.rule(page.body, lineColor, page.y - 1);
    const cells = [asked, dateOfBirth ?? '', listed, score.toFixed(4), isMeant ? 'meant' : ''];
    layout.row(page, cells, widths, textStyles.value);
  }
}

function limits(page: PdfPage, { seed }: Validation): void {
  layout.section(page, 'Limits of this validation');
  page.text(
    `Spellings were altered by rules; people misspell names in other ways too. The names of each culture are common ones; rare names cause fewer alerts. Persons on no list cannot be found, and lists that were not loaded were not measured. The same lists, version and seed (${seed}) give the same figures.`,
    page.body,
    textStyles.value,
  );
}

function signature(page: PdfPage): void {
  page.need(190);
  layout.section(page, 'Reviewed and approved');
  for (const label of ['Findings and conclusions', 'Name and role', 'Date', 'Signature']) {
    page.y += label.startsWith('Findings') ? 44 : 26;
    page.rule(page.body, lineColor, page.y);
    page.y += 2;
    page.text(label, page.body, textStyles.label);
  }
}

function counted({ questions }: Share): string {
  return questions.toLocaleString('en');
}

/** A share with the Wilson interval (1927) for 95 %. */
function shareText(share: Share | null): string {
  if (!share || share.questions === 0) return '–';
  const [low, high] = wilson(share);
  const percent = (value: number) => (100 * value).toFixed(1);
  return `${percent(share.count / share.questions)} % (${percent(low)} to ${percent(high)})`;
}

/** The 95 % interval of a share (E. B. Wilson, 1927), both from 0 to 1. */
export function wilson({ questions, count }: Share): [low: number, high: number] {
  const z = 1.96;
  const share = count / questions;
  const middle = share + (z * z) / (2 * questions);
  const half = z * Math.sqrt((share * (1 - share)) / questions + (z * z) / (4 * questions * questions));
  const whole = 1 + (z * z) / questions;
  return [Math.max(0, (middle - half) / whole), Math.min(1, (middle + half) / whole)];
}

function day(at: Date): string {
  return at.toISOString().slice(0, 10);
}
