import { isBirthDate } from '../../contract/birthDate.ts';
import type { ScreeningIndex } from '../index/screeningIndex.ts';
import { partialDate } from '../lists/cellValues.ts';
import { countryCode, successors } from '../lists/countryCode.ts';
import { explainNotCompared, type NotComparedExplanation } from '../search/explainNotCompared.ts';
import type { Hit } from '../search/finding.ts';
import { type ScreenOptions, type SearchResult, search } from '../search/screen.ts';
import type { GivenIdentifier, Organisation, Person, Subject } from '../search/subject.ts';
import { csvCell } from './csvCell.ts';

/** The result of a row: its hits, best first, or the reason (`error`) why it could not be screened. */
export interface RowResult {
  id: string | number | null;
  status?: 'clear' | 'possible_match' | 'confirmed_match' | 'not_comparable';
  /** With what was decided on a hit for the customer, if the service knows the customer. */
  hits: (Hit & { resolution?: 'false_positive' | 'true_match' | null })[];
  /** What the service did about the row; absent if there was nothing to do. */
  alert?: RowAlert;
  /** The number of all hits, including those beyond the limit. */
  totalHits?: number;
  /** Explains which parts could not be compared; `null` if all were compared. */
  explain?: NotComparedExplanation | null;
  error?: string;
}

/** The alert of a row. */
export interface RowAlert {
  /** The screening of the customer that a reviewer resolves. */
  screeningId: string | null;
  /** The watch of the row; `null` without one. */
  watchId: string | null;
  /** Compared with the customer's newest screening before the batch; `null`: no alert, then and now. */
  change: 'new' | 'changed' | 'unchanged' | 'ended' | null;
}

/**
 * The id and the subject of a row.
 * @returns `null` if the row cannot be screened; `screenRow` says why
 */
export function rowSubject(row: BatchRow): { id: string; subject: Subject } | null {
  if ('error' in row || row.text.length > MAX_ROW) return null;
  try {
    const fields = parsed(row.text);
    return { id: String(fields['id']), subject: subjectOf(fields) };
  } catch {
    // The row has an error, which its result states.
    return null;
  }
}

/** Answers one row of a batch. */
export function screenRow(index: ScreeningIndex, row: BatchRow, options: ScreenOptions): RowResult {
  let id: RowResult['id'] = 'error' in row ? row.id : null;
  try {
    if ('error' in row) throw new Error(row.error);
    if (row.text.length > MAX_ROW) throw new Error(`The row has more than ${MAX_ROW} characters`);
    const fields = parsed(row.text);
    if (typeof fields['id'] !== 'string' && typeof fields['id'] !== 'number')
      throw new Error('The row has no id');
    id = fields['id'];
    if (typeof fields['error'] === 'string') throw new Error(fields['error']);
    return { id, ...answered(search(index, subjectOf(fields), options)) };
  } catch (error) {
    return { id, hits: [], error: (error as Error).message };
  }
}

/**
 * Maximum length of a row in characters, and of a list in it in items, as for a single screening: one row must not
 * delay the others.
 */
const MAX_ROW = 65_536;
const MAX_ITEMS = 20;

function answered({ hits, totalHits, isPossibleMatch, notCompared }: SearchResult): Omit<RowResult, 'id'> {
  const explain = explainNotCompared(notCompared);
  const status = isPossibleMatch ? 'possible_match' : explain ? 'not_comparable' : 'clear';
  return { status, hits, totalHits, explain };
}

function parsed(line: string): Record<string, unknown> {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    throw new Error('The row is not JSON');
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    throw new Error('The row is not an object {id, person} or {id, organisation}');
  return row as Record<string, unknown>;
}

type Fields = Record<string, unknown>;

const texts = [
  'givenName',
  'middleName',
  'familyName',
  'fullName',
  'nativeName',
  'dateOfBirth',
  'countryOfBirth',
] as const;

/**
 * The subject of a batch row. An unknown field is refused, because a misspelt field would not be screened.
 * @throws an error that describes the problem
 */
function subjectOf(row: Fields): Subject {
  const [person, organisation] = [row['person'] ?? null, row['organisation'] ?? null];
  if (person !== null && organisation !== null) throw new Error('The row has a person and an organisation');
  if (organisation !== null) return { organisation: organisationOf(organisation) };
  return { person: personOf(person) };
}

function personOf(value: unknown): Person {
  if (!isFields(value)) throw new Error('person is missing or not an object');
  requireKnown('person', value, [...texts, 'nationalities', 'identifiers']);
  const person: Person = {};
  for (const field of texts) {
    const text = textOf(value[field], `person.${field}`);
    if (text !== undefined) person[field] = text;
  }
  if (![person.fullName, person.givenName, person.familyName].some((name) => LEGIBLE.test(name ?? '')))
    throw new Error('person has no fullName, givenName or familyName with a letter or digit');
  if (person.dateOfBirth !== undefined) person.dateOfBirth = dayOf(person.dateOfBirth);
  const identifiers = identifiersOf(value['identifiers'], 'person');
  const { givenName, middleName, familyName, fullName } = person;
  const inParts = [givenName, middleName, familyName].filter(Boolean).join(' ');
  if (fullName && inParts) person.fullName = `${fullName}; ${inParts}`;
  if (person.countryOfBirth) person.countryOfBirth = codeOf(person.countryOfBirth, 'person.countryOfBirth');
  return { ...person, nationalities: codesOf(value['nationalities'], 'person.nationalities'), identifiers };
}

function organisationOf(value: unknown): Organisation {
  if (!isFields(value)) throw new Error('organisation is not an object');
  requireKnown('organisation', value, ['name', 'countries', 'identifiers']);
  const name = textOf(value['name'], 'organisation.name') ?? '';
  if (!LEGIBLE.test(name)) throw new Error('organisation has no name with a letter or digit');
  const identifiers = identifiersOf(value['identifiers'], 'organisation');
  return { name, countries: codesOf(value['countries'], 'organisation.countries'), identifiers };
}

/** Matches a letter or a digit. A name without any can't be screened, and must not be reported as clear. */
const LEGIBLE = /[\p{L}\p{N}]/u;

function requireKnown(of: string, fields: Fields, allowed: readonly string[]): void {
  const unknown = Object.keys(fields).filter((field) => !allowed.includes(field));
  if (unknown.length > 0) throw new Error(`${of}.${unknown[0]} is unknown`);
}

function textOf(value: unknown, field: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new Error(`${field} is not a text`);
  if (value.length > 500) throw new Error(`${field} is too long`);
  return value;
}

function codesOf(value: unknown, field: string): string[] {
  const codes = value ?? [];
  if (!Array.isArray(codes) || !codes.every((code) => typeof code === 'string'))
    throw new Error(`${field} is not a list of country codes`);
  if (codes.length > MAX_ITEMS) throw new Error(`${field} has more than ${MAX_ITEMS}`);
  return codes.flatMap((code) => successors(codeOf(code, field)));
}

/** A country by its code or English name. An unknown country is refused: it would be evidence against a true match. */
function codeOf(text: string, field: string): string {
  const code = countryCode(text);
  if (!code) throw new Error(`${field} has no country ${text}: use ISO 3166-1 alpha-2, such as DE`);
  return code;
}

function identifiersOf(value: unknown, of: string): GivenIdentifier[] {
  const identifiers: unknown = value ?? [];
  if (!Array.isArray(identifiers)) throw new Error(`${of}.identifiers is not a list`);
  if (identifiers.length > MAX_ITEMS) throw new Error(`${of}.identifiers has more than ${MAX_ITEMS}`);
  return identifiers.map((one: unknown, i) => {
    const field = `${of}.identifiers[${i}]`;
    if (!isFields(one)) throw new Error(`${field} is not an object`);
    requireKnown(field, one, ['country', 'type', 'number']);
    const [country, type, number] = ['country', 'type', 'number'].map((key) =>
      textOf(one[key], `${field}.${key}`),
    );
    if (!LEGIBLE.test(number ?? '')) throw new Error(`${field} has no number`);
    return { country: country ? codeOf(country, `${field}.country`) : country, type, number: number! };
  });
}

/** The existing part of a date: records contain dates such as `1969-8-2`, and months that do not exist. */
function dayOf(date: string): string {
  const [, year, month, day] = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(date.trim()) ?? [];
  const joined = [year, month?.padStart(2, '0'), day?.padStart(2, '0')].filter(Boolean).join('-');
  const birthDate = partialDate(joined);
  if (!birthDate) throw new Error('person.dateOfBirth is not a date, as YYYY, YYYY-MM or YYYY-MM-DD');
  if (!isBirthDate(birthDate)) throw new Error('person.dateOfBirth lies before 1900 or in the future');
  return birthDate;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The stamp on every row of the output: the dataset that was screened, and the score from which a hit is a possible
 * match.
 */
export interface AnswerStamp {
  dataset: string;
  threshold: number;
}

/** The columns of a result in CSV: one line per hit, best first. A row without hits has one line with empty columns. */
export const answerColumns = [
  'id',
  'hitId',
  'score',
  'strength',
  'name',
  'kind',
  'lists',
  'topics',
  'birthDates',
  'countries',
  'programmes',
  'sourceUrl',
  'status',
  'totalHits',
  'why',
  'resolution',
  'screeningId',
  'watchId',
  'change',
  'dataset',
  'threshold',
  'error',
] as const;

/** The result of one row, as lines of the output. */
export function answerText(answer: RowResult, stamp: AnswerStamp, format: BatchFormat): string {
  const { id, hits, error, ...result } = answer;
  if (format === 'jsonl')
    return `${JSON.stringify({ id, hits, ...result, ...(error ? { error } : {}), ...stamp })}\n`;
  const { status = '', totalHits = '', explain, alert } = result;
  const ofAlert = [alert?.screeningId ?? '', alert?.watchId ?? '', alert?.change ?? ''];
  const rest = (resolution = '') => [
    ...[status, totalHits, explain?.why ?? '', resolution, ...ofAlert],
    ...[stamp.dataset, stamp.threshold, error ?? ''],
  ];
  if (hits.length === 0)
    return line([id ?? '', ...Array(answerColumns.length - rest().length - 1).fill(''), ...rest()]);
  return hits
    .map((hit) => {
      const { name, kind, birthDates, countries, programmes, sourceUrl } = hit.entity;
      const cells = [id ?? '', hit.id, hit.score, hit.strength, name, kind, hit.lists, hit.topics];
      return line([
        ...cells,
        birthDates,
        countries,
        programmes,
        sourceUrl ?? '',
        ...rest(hit.resolution ?? ''),
      ]);
    })
    .join('');
}

function line(cells: readonly (string | number | readonly string[])[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(value: string | number | readonly string[]): string {
  return csvCell(Array.isArray(value) ? value.join(';') : (value as string | number));
}

/** One row of a batch on its way to a worker: JSON of `{id, person}` or `{id, organisation}`, or its error. */
export type BatchRow = { text: string } | { id: string | number | null; error: string };

export type BatchFormat = 'jsonl' | 'csv';

/** The file can't be screened at all. The message is a sentence for the user. */
export class BatchError extends Error {
  override name = 'BatchError';
}
