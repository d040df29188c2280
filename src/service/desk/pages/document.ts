import { html } from 'hono/html';
import type { DocumentContent, DocumentField } from '../../../contract/documentCheck.ts';
import type { DocumentEvidence } from '../documentEvidence.ts';
import type { CaseView } from './caseView.ts';
import { documentFacts, NOT_ESTABLISHED } from './documentFacts.ts';
import type { Html } from './layout.ts';
import { type Compared, differenceOf, differenceText, inOneLine } from './markedDifference.ts';
import { table } from './table.ts';
import { SIDES } from './transcription.ts';
import { transcriptionTable } from './transcriptionTable.ts';
import { zoneLines } from './zoneLines.ts';

/** The sides of the document, what was read of it beside the details, and what no machine here establishes. */
export function documentSection({ row, now }: CaseView, document: DocumentEvidence | null): Html | string {
  if (!document) return '';
  const { check, pictures } = document;
  const content = check.document;
  return html`<section class="card" aria-labelledby="document-title"><h2 id="document-title" tabindex="-1">Document</h2>
    <p>${NOT_ESTABLISHED}</p>
    ${picturesOf(row.id, pictures)}
    ${transcriptionTable(document)}
    <p>${content?.format === 'AAMVA' ? BARCODE : STATUS[check.status]}${check.source === 'upload' ? ' The pictures are files that the person chose, not of this camera.' : ''}</p>
    ${content ? detailsTable(document, content) : ''}
    ${zoneLines(document)}
    <ul class="small">${documentFacts(document, now).map((fact) => html`<li>${fact}</li>`)}</ul></section>`;
}

/** The first picture of each side beside one another, and the others small. */
function picturesOf(id: string, pictures: DocumentEvidence['pictures']): Html {
  if (pictures.length === 0) return html`<p class="small">The pictures were erased.</p>`;
  const item = ({ side, n }: (typeof pictures)[number]) => {
    const url = `/desk/cases/${id}/document/${side}/${n}`;
    const name = `${SIDES[side]}, picture ${n + 1}`;
    return html`<li><a href="${url}" target="_blank" rel="noopener"><img loading="lazy" src="${url}" alt="${name}"></a> <span class="small">${name}</span></li>`;
  };
  const [first, others] = [pictures.filter(({ n }) => n === 0), pictures.filter(({ n }) => n > 0)];
  return html`<ol class="sides" aria-label="Sides of the document">${first.map(item)}</ol>
    ${others.length > 0 ? html`<details><summary>More pictures of it (${others.length})</summary><ol class="strip">${others.map(item)}</ol></details>` : ''}`;
}

/** What was read beside the details, with the letters marked in which a field differs. */
function detailsTable({ check, details }: DocumentEvidence, content: DocumentContent): Html {
  const differing = new Set<string>(check.checks.differing);
  const line = (
    field: DocumentField | null,
    name: string,
    { read, typed, compared }: { read: string | null; typed: string | null; compared: Compared },
  ) => {
    if (!field || !differing.has(field) || !read || !typed) {
      const says = field && differing.has(field) ? DIFFERS : '';
      return [name, read ? inOneLine(read) : 'not read', typed ? inOneLine(typed) : 'not asked', says];
    }
    const [own, other] = [differenceOf(compared, read, typed), differenceOf(compared, typed, read)];
    const text = differenceText({ name: 'what was read', runs: own }, { name: 'the details', runs: other });
    if (![...own, ...other].some(({ isDifferent }) => isDifferent))
      return [name, inOneLine(read), inOneLine(typed), html`${DIFFERS} from what the site gave`];
    const says = html`${DIFFERS}<span class="unseen">: ${text}</span>`;
    return [name, inOneLine(read, own), inOneLine(typed, other), says];
  };
  const shown = (read: string | null = null, typed: string | null = null) => ({ read, typed });
  const given = [details?.givenName, details?.middleName].filter(Boolean).join(' ');
  return table({
    label: 'What the document says, beside the details',
    columns: ['Field', 'Read', 'Details of the case', 'Compared'],
    hasRowHeaders: true,
    rows: [
      line('familyName', 'Family name', {
        ...shown(content.familyName, details?.familyName),
        compared: 'name',
      }),
      line('givenName', 'Given names', { ...shown(content.givenName, given || null), compared: 'name' }),
      line('dateOfBirth', 'Date of birth', {
        ...shown(content.dateOfBirth, details?.dateOfBirth),
        compared: 'places',
      }),
      line('nationalities', 'Nationality', {
        ...shown(content.nationality, details?.nationalities.join(', ')),
        compared: 'whole',
      }),
      line(null, 'Issuing state', { ...shown(content.issuingState), compared: 'whole' }),
      line(null, 'Number', { ...shown(content.number), compared: 'places' }),
      line(null, 'Expires', { ...shown(content.expiresOn), compared: 'places' }),
    ],
  });
}

const DIFFERS = html`<strong>differs</strong>`;

const STATUS = {
  requires_capture: 'No pictures were sent yet.',
  processing: 'The pictures are being examined.',
  read: 'Its machine-readable zone was read.',
  captured: 'No machine could read it: reviewers type what stands on it.',
  unreadable: 'No machine could read the pictures: reviewers type what stands on them, or ask for new ones.',
  expired: 'The check ended without pictures.',
} as const;

const BARCODE = 'Its barcode was read. It is not signed, and has no check digits: anybody can print one.';
