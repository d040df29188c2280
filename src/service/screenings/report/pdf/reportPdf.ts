import type { AmlReport, ShownHit } from '../../../../contract/amlReport.ts';
import type { Hit } from '../../../../contract/hit.ts';
import type { ThresholdRule } from '../../../../contract/thresholds.ts';
import { linkText } from '../../linkText.ts';
import type { FontSet } from '../fonts/FontSet.ts';
import { layout } from './layout.ts';
import { PdfPage } from './PdfPage.ts';
import { lineColor, textStyles, time } from './textStyles.ts';
import { visibleControls } from './visibleControls.ts';

const GREY = '#5c6675';
const COLORS: Partial<Record<string, string>> = {
  clear: '#1c7a4b',
  possible_match: '#a85b00',
  confirmed_match: '#b3261e',
  not_comparable: '#a85b00',
};

/** The report of a screening as a PDF/A-2b document. */
export async function reportPdf(asRead: AmlReport, fontSet: FontSet): Promise<Buffer> {
  const report = visibleControls(asRead);
  // The id, not the name: a title appears in file lists and metadata.
  const title = `Screening report ${report.screeningId}`;
  const page = new PdfPage(fontSet, { title, at: new Date(report.generatedAt) });
  head(page, report);
  drawSubject(page, report);
  drawLists(page, report);
  layout.section(page, report.hits.length === 0 ? 'Hits: none' : `Hits: ${report.hits.length}`);
  if (report.hits.length === 0) page.text(noHits(report), page.body, textStyles.value);
  for (const [i, hit] of report.hits.entries()) drawHit(page, hit, i + 1);
  drawDecisions(page, report);
  drawRescreens(page, report);
  drawListDays(page, report);
  notes(page, report);
  const foot = (page: number, of: number): [string, string] => [
    `${report.screeningId} · ${report.mode} mode`,
    `Page ${page} of ${of}`,
  ];
  return await page.end(foot, textStyles.small);
}

/** States that nothing was found only if the lists were compared, and to which extent. */
export function noHits({ status, subject, lists, explain, criteria, dataset }: AmlReport): string {
  if (!subject) return 'Erased together with the personal data.';
  if (status === 'processing') return 'Not screened yet: the lists are being loaded.';
  if (status === 'unavailable' && dataset?.lacking.length)
    return `Not cleared: required lists are missing or too old. ${dataset.lacking.map(({ detail }) => `${detail}.`).join(' ')}`;
  if (status === 'unavailable')
    return 'Not screened: the lists, or the requested kind of list, were not loaded.';
  if (status !== 'clear')
    return `Some details could not be compared, so the person is not cleared. ${explain?.text ?? ''}`.trim();
  const kinds = lists ? `, of the kinds ${lists.join(' and ')} alone,` : '';
  return `No entry of the lists above${kinds} reaches ${thresholdText(criteria)}.`;
}

function head(page: PdfPage, report: AmlReport): void {
  const word = report.status.replaceAll('_', ' ').toUpperCase();
  const color = COLORS[report.status] ?? GREY;
  const { y } = page;
  page.text('Screening report', page.body, textStyles.title);
  layout.badge(page, word, color, y + 6);
  page.text(
    'Sanctions and politically exposed persons. For the file of the compliance officer; confidential.',
    page.body,
    textStyles.small,
  );
  page.y += 8;
  layout.field(page, 'Screening', report.screeningId);
  layout.field(page, 'Case', report.caseId);
  layout.field(page, 'Watch', report.watchId);
  layout.field(page, 'Screened', time(report.completedAt) ?? 'not yet');
  layout.field(page, 'Report generated', `${time(report.generatedAt)} by ${report.generatedBy}`);
}

function notes(page: PdfPage, report: AmlReport): void {
  layout.section(page, 'How to read this report');
  // A higher minimum score shortens the list in the answer; it does not affect the status.
  const { hits } = report;
  page.text(how(report.criteria), page.body, textStyles.small);
  if (hits.length > 0) page.text(WEIGHTS, page.body, textStyles.small);
  if (page.unknown.size === 0) return;
  const letters = [...page.unknown].map(
    (one) => `U+${one.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`,
  );
  const text = `This document has no glyph for ${letters.length} of the letters and prints their codes: ${letters.join(', ')}.`;
  page.text(text, page.body, textStyles.small);
}

const how = (criteria: AmlReport['criteria']) =>
  `A score is a measure of similarity from 0 to 1, comparable between lists and versions; it is not a probability. From ${thresholdText(criteria)} on a hit is a possible match, which a reviewer has to examine. A possible match alone never declines a person.`;
const WEIGHTS =
  'The terms of a hit add up to its sum s, and its score is 1 / (1 + exp(-0.18 × (s + 6))). Fields that were not compared add nothing.';

/** One hit: the list entry, each compared field with its weight, and the decisions on it. */
function drawHit(page: PdfPage, hit: Hit, number: number): void {
  const { entity } = hit;
  page.need(120);
  if (number > 1) {
    page.y += 6;
    page.rule(page.body, lineColor);
    page.y += 8;
  }
  page.text(`${number}.  \u2068${entity.name}\u2069`, page.body, textStyles.hit);
  const open = hit.endedAt ? 'open; no longer on any list' : 'open';
  const score = `score ${hit.score.toFixed(4)}, ${hit.strength}`;
  page.text(`${score} · ${hit.resolution ? words(hit.resolution) : open}`, page.body, textStyles.strong);
  page.y += 3;
  printEntity(page, hit);
  why(page, hit);
  drawResolution(page, hit);
}

function printEntity(page: PdfPage, { lists, topics, sources, entity }: Hit): void {
  const field = (label: string, value: string | readonly string[] | null) => layout.field(page, label, value);
  field('Lists', lists);
  field('Topics', topics);
  field(
    'Entries',
    sources.map(({ id, list, sourceUrl }) => [id, `(${list})`, sourceUrl].filter(Boolean).join(' ')),
  );
  field('Programmes', entity.programmes);
  field('Listed on', entity.listedOn);
  field('Kind', entity.kind);
  field('Also known as', entity.aliases.slice(0, MAX_ALIASES));
  if (entity.aliases.length > MAX_ALIASES) field('', `and ${entity.aliases.length - MAX_ALIASES} more`);
  field('Dates of birth', entity.birthDates);
  field('Places of birth', entity.placesOfBirth);
  field('Gender', entity.gender);
  field('Countries', entity.countries);
  field(
    'Numbers',
    entity.identifiers.map(({ country, type, number }) => [country, type, number].filter(Boolean).join(' ')),
  );
  field('Position', entity.position);
  field('Public functions', entity.functions.map(functionText));
  field('Linked to', entity.links.map(linkText));
  field('Remarks', entity.remarks);
}

/** `Minister of Trade (gov.national), since 2019-03, until 2023`. */
function functionText({ title, level, since, until }: Hit['entity']['functions'][number]): string {
  const named = level === null ? title : `${title} (${level})`;
  return [named, since && `since ${since}`, until && `until ${until}`].filter(Boolean).join(', ');
}

const MAX_ALIASES = 40;

function why(page: PdfPage, { explain }: Hit): void {
  const { name, dateOfBirth, country, identifiers, weights } = explain;
  layout.field(page, 'Name compared', name?.text ?? 'Not matched; only a number matched.');
  if (name && name.transliteration !== name.given.toLowerCase())
    layout.field(page, 'In Latin letters', `${name.transliteration} / ${name.listedTransliteration}`);
  const leftOut = name?.leftOut.map(({ text, side, reason }) => `${text} (${side}): ${reason}`) ?? [];
  layout.field(page, 'Parts not compared', leftOut);
  layout.field(page, 'Date of birth', dateOfBirth.text);
  layout.field(page, 'Country', country.text);
  layout.field(page, 'Numbers compared', identifiers.text);
  const terms = weights.terms.map(({ value, text }) => `${signed(value)}  ${text}`);
  layout.field(page, 'Evidence for the score', terms.join('\n'));
  layout.field(
    page,
    '',
    `= ${weights.sum.toFixed(3)}, which gives ${weights.score.toFixed(4)}`,
    textStyles.strong,
  );
}

function drawResolution(page: PdfPage, { resolution, reasonCode, note, earlier }: Hit): void {
  if (resolution) {
    const reason = reasonCode ? `, ${words(reasonCode)}` : '';
    layout.field(page, 'Decision', `${words(resolution)}${reason}`, textStyles.strong);
    layout.field(page, 'Note', note);
  }
  for (const before of earlier) {
    const parts = [words(before.resolution), before.reasonCode && words(before.reasonCode), time(before.at)];
    const changed = before.changed.length > 0 ? `Changed since: ${before.changed.join(', ')}.` : '';
    layout.field(
      page,
      'Earlier',
      [parts.filter(Boolean).join(', '), before.note, changed].filter(Boolean).join('\n'),
    );
  }
}

function words(code: string): string {
  return code.replaceAll('_', ' ');
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}

/** The screened subject, and the criteria. */
function drawSubject(page: PdfPage, report: AmlReport): void {
  const { subject, lists, minScore, explain } = report;
  layout.section(page, 'Person screened');
  if (!subject) {
    page.text('Erased.', page.body, textStyles.value);
    return;
  }
  layout.field(page, subject.kind === 'person' ? 'Name' : 'Organisation', subject.name, {
    ...textStyles.value,
    size: 11,
  });
  layout.field(page, 'Name in the original script', subject.nativeName, { ...textStyles.value, size: 11 });
  layout.field(page, 'Date of birth', subject.dateOfBirth);
  layout.field(page, 'Nationality', subject.nationalities);
  layout.field(page, 'Country of birth', subject.countryOfBirth);
  layout.field(page, 'Countries', subject.countries);
  const numbers = subject.identifiers.map(({ country, type, last4 }) =>
    [country, type, `… ${last4}`].filter(Boolean).join(' '),
  );
  layout.field(page, 'Numbers', numbers);
  layout.field(page, 'Types of list', lists ? lists.join(', ') : 'all');
  layout.field(page, 'Possible match from', thresholdText(report.criteria));
  layout.field(page, 'Thresholds', report.criteria.thresholds.rules.map(ruleText));
  layout.field(page, 'Hits listed from', minScore === null ? null : `a score of ${minScore}`);
  layout.field(page, 'Not compared', explain?.text ?? null, textStyles.strong);
}

/** The threshold, and the version of the rules that can change it. */
function thresholdText({ threshold, thresholds: { version, rules } }: AmlReport['criteria']): string {
  const text = `a score of ${threshold}`;
  return rules.length > 0 ? `${text}, or the one of the rules that fit (version ${version})` : text;
}

/** `0.8: ofac_sdn, person, Latin`. */
function ruleText({ threshold, list, kind, script }: ThresholdRule): string {
  return `${threshold}: ${[list, kind, script].filter(Boolean).join(', ') || 'all others'}`;
}

const LIST_WIDTHS = [24, 14, 22, 12, 12, 10];

/** The lists and their versions. */
function drawLists(page: PdfPage, { dataset }: AmlReport): void {
  layout.section(page, 'Lists');
  if (!dataset) {
    page.text('No list was loaded.', page.body, textStyles.value);
    return;
  }
  layout.field(page, 'Version of the dataset', dataset.version);
  page.y += 4;
  layout.row(
    page,
    ['List', 'Published', 'Fetched', 'Entities', 'Invalid rows', 'Age'],
    LIST_WIDTHS,
    textStyles.label,
  );
  for (const { name, publishedAt, fetchedAt, entities, rejectedRows, isStale } of dataset.lists) {
    page.rule(page.body, lineColor, page.y - 1);
    const cells = [
      name,
      publishedAt?.slice(0, 10) ?? 'not stated',
      fetchedAt ? `${fetchedAt.slice(0, 10)} ${fetchedAt.slice(11, 16)}` : 'not stated',
      entities?.toLocaleString('en') ?? 'not stated',
      rejectedRows?.toLocaleString('en') ?? 'not stated',
      isStale === null ? 'unknown' : isStale ? 'STALE' : 'current',
    ];
    layout.row(page, cells, LIST_WIDTHS, textStyles.value);
  }
}

const DECISION_WIDTHS = [21, 33, 18, 28];
/** Indentation of a note, points. */
const INDENT = 14;

/** The decisions, with reviewer and time. */
function drawDecisions(page: PdfPage, { decisions }: AmlReport): void {
  layout.section(page, 'Decisions');
  if (decisions.length === 0) {
    page.text('None yet.', page.body, textStyles.value);
    return;
  }
  layout.row(page, ['When', 'By', 'Hit', 'Decision and note'], DECISION_WIDTHS, textStyles.label);
  for (const { at, by, reviewer, kind, hitId, decision, reasonCode, note, until, shown } of decisions) {
    page.rule(page.body, lineColor, page.y - 1);
    const end = until && `until ${time(until)}`;
    const decisionText = [KIND_WORDS[kind] + decision, reasonCode, end]
      .filter(Boolean)
      .join(', ')
      .replaceAll('_', ' ');
    const decider = [reviewer, by].filter(Boolean).join('\n');
    const cells = [time(at) ?? 'not kept', decider || 'not kept', hitId ?? 'the case', decisionText];
    layout.row(page, cells, DECISION_WIDTHS, textStyles.value);
    const { x, width } = page.body;
    const box = { x: x + INDENT, width: width - INDENT };
    if (note) page.text(note, box, textStyles.value);
    if (shown) page.text(shownText(shown), box, textStyles.small);
    page.y += 3;
  }
}

const KIND_WORDS = { resolution: '', proposal: 'proposed, to be confirmed: ', confirmation: 'confirmed: ' };

/** The data shown to the reviewer at the decision. */
function shownText({ name, score, lists, datasetVersion, compared }: ShownHit): string {
  const version = datasetVersion ? `, dataset ${datasetVersion}` : '';
  return [`Shown: ${name}, score ${score.toFixed(4)}, ${lists.join(', ')}${version}.`, ...compared].join(' ');
}

const DAY_WIDTHS = [30, 14, 14, 14, 28];

/** The daily checks of the lists since the screening, with their results. */
function drawListDays(page: PdfPage, { listDays, putAside }: AmlReport): void {
  if (listDays.length === 0) return;
  layout.section(page, 'List checks since the screening');
  layout.row(page, ['List', 'From', 'To', 'Entities', 'Later screenings'], DAY_WIDTHS, textStyles.label);
  for (const { list, from, to, result, entities, detail } of listDays) {
    page.rule(page.body, lineColor, page.y - 1);
    const resultText = [DAY_WORDS[result], detail].filter(Boolean).join(': ');
    const cells = [list, from, to, entities?.toLocaleString('en') ?? 'not known', resultText];
    layout.row(page, cells, DAY_WIDTHS, textStyles.value);
  }
  if (putAside.length === 0) return;
  page.y += 6;
  layout.field(
    page,
    'Not screened (quarantined)',
    putAside.map((at) => time(at)!),
  );
}

const DAY_WORDS = {
  unchanged: 'checked, unchanged',
  changed: 'checked, changed',
  refused: 'checked, new files refused',
  missing: 'MISSING',
  not_checked: 'NOT CHECKED',
};

const RESCREEN_WIDTHS = [24, 40, 18, 18];

/** Each repeated screening: time, dataset and result. */
function drawRescreens(page: PdfPage, { rescreens }: AmlReport): void {
  if (rescreens.length === 0) return;
  layout.section(page, 'Monitoring');
  layout.row(page, ['When', 'Version of the dataset', 'Result', 'Hits'], RESCREEN_WIDTHS, textStyles.label);
  for (const { at, datasetVersion, status, newHits, changedHits, endedHits } of rescreens) {
    page.rule(page.body, lineColor, page.y - 1);
    const changes = [
      newHits > 0 && `${newHits} new`,
      changedHits > 0 && `${changedHits} changed`,
      endedHits > 0 && `${endedHits} ended`,
    ].filter(Boolean);
    const cells = [time(at)!, datasetVersion, status.replaceAll('_', ' '), changes.join(', ') || 'no news'];
    layout.row(page, cells, RESCREEN_WIDTHS, textStyles.value);
  }
}
