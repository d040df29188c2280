import { html } from 'hono/html';
import type { TranscribedField } from '../../../contract/documentCheck.ts';
import { detailsReading, differingReadings, type Reading, TRANSCRIBED } from '../../details/transcription.ts';
import type { DocumentEvidence } from '../documentEvidence.ts';
import type { Html } from './layout.ts';
import { type Compared, differenceOf, differenceText, inOneLine } from './markedDifference.ts';
import { table } from './table.ts';
import { TRANSCRIBED_NAMES } from './transcription.ts';

interface Column {
  name: string;
  reading: Reading;
  /** What stands for a field that it has not. */
  none: string;
}

/** What reviewers read on the pictures, beside the details and what the machine read, with each field in which two differ. */
export function transcriptionTable({ transcriptions, draft, details }: DocumentEvidence): Html | '' {
  if (transcriptions.length === 0) return '';
  const others = transcriptions.filter(({ isOwn }) => !isOwn).length;
  const columns: Column[] = transcriptions.map(({ isOwn, fields }, index) => ({
    name: isOwn ? 'You' : `Another reviewer${others > 1 ? ` (${index + 1})` : ''}`,
    reading: fields,
    none: 'can’t be read',
  }));
  if (draft) columns.push({ name: 'The machine', reading: draft, none: 'not read' });
  if (details) columns.push({ name: 'The details', reading: detailsReading(details), none: 'not asked' });
  const differing = new Map(TRANSCRIBED.map((field) => [field, differencesOf(field, columns)]));
  const count = [...differing.values()].filter((pairs) => pairs.length > 0).length;
  const says =
    count === 0 ? 'Nothing differs.' : count === 1 ? 'One field differs.' : `${count} fields differ.`;
  return html`<h3 id="read-title" tabindex="-1">Read by reviewers: ${says}</h3>
    ${table({
      label: 'What reviewers read on the pictures, beside the details',
      columns: ['Field', ...columns.map(({ name }) => name), 'Compared'],
      hasRowHeaders: true,
      rows: TRANSCRIBED.map((field) => [
        TRANSCRIBED_NAMES[field],
        ...columns.map((column) => cellOf(field, column, differing.get(field)!)),
        differing.get(field)!.length > 0
          ? html`<strong>differs</strong> <span class="small">${differing
              .get(field)!
              .map(
                (pair, index) =>
                  html`${index > 0 ? '; ' : ''}${pair.one.name} / ${pair.other.name}<span class="unseen">: ${textOf(field, pair)}</span>`,
              )}</span>`
          : '',
      ]),
    })}`;
}

interface Pair {
  one: Column;
  other: Column;
}

/** Which of the readings differ in a field, two at a time. */
function differencesOf(field: TranscribedField, columns: readonly Column[]): Pair[] {
  return columns.flatMap((one, index) =>
    columns
      .slice(index + 1)
      .filter((other) => differingReadings(one.reading, other.reading).includes(field))
      .map((other) => ({ one, other })),
  );
}

const COMPARED: Record<TranscribedField, Compared> = {
  familyName: 'name',
  givenName: 'name',
  dateOfBirth: 'places',
  number: 'places',
  expiresOn: 'places',
  issuingState: 'whole',
};

/** A value, with its letters marked that the first reading has not from which it differs. */
function cellOf(field: TranscribedField, column: Column, pairs: readonly Pair[]): Html {
  const text = column.reading[field];
  if (!text) return html`<span class="small">${column.none}</span>`;
  const pair = pairs.find(({ one, other }) => one === column || other === column);
  const than = pair && (pair.one === column ? pair.other : pair.one);
  return than ? inOneLine(text, runsOf(field, column, than)) : inOneLine(text);
}

function runsOf(field: TranscribedField, { reading }: Column, than: Column) {
  return differenceOf(COMPARED[field], reading[field] ?? '', than.reading[field] ?? '');
}

function textOf(field: TranscribedField, { one, other }: Pair): string {
  return differenceText(
    { name: one.name, runs: runsOf(field, one, other) },
    { name: other.name, runs: runsOf(field, other, one) },
  );
}
