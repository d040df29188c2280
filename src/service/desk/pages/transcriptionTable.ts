import { html } from 'hono/html';
import type { TranscribedField } from '../../../contract/documentCheck.ts';
import {
  detailsReading,
  differingReadings,
  TRANSCRIBED,
  type Transcription,
} from '../../details/transcription.ts';
import type { DocumentEvidence } from '../documentEvidence.ts';
import type { Html } from './layout.ts';
import { table } from './table.ts';
import { TRANSCRIBED_NAMES } from './transcription.ts';

interface Column {
  name: string;
  reading: Transcription;
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
      columns: ['', ...columns.map(({ name }) => name), ''],
      hasRowHeaders: true,
      rows: TRANSCRIBED.map((field) => [
        TRANSCRIBED_NAMES[field],
        ...columns.map(({ reading, none }) => {
          const text = reading[field];
          return text ? html`<bdi class="any">${text}</bdi>` : html`<span class="small">${none}</span>`;
        }),
        differing.get(field)!.length > 0
          ? html`<strong>differs</strong> <span class="small">${differing.get(field)!.join('; ')}</span>`
          : '',
      ]),
    })}`;
}

/** Which of the readings differ in a field, two at a time. */
function differencesOf(field: TranscribedField, columns: readonly Column[]): string[] {
  return columns.flatMap((one, index) =>
    columns
      .slice(index + 1)
      .filter((other) => differingReadings(one.reading, other.reading).includes(field))
      .map((other) => `${one.name} / ${other.name}`),
  );
}
