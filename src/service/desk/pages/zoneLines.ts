import { html } from 'hono/html';
import { type PartOnLines, partsOf } from '../../../document/index.ts';
import { differingReadings } from '../../details/transcription.ts';
import type { DocumentEvidence } from '../documentEvidence.ts';
import type { Html } from './layout.ts';
import { type Compared, differenceOf, marked, merged } from './markedDifference.ts';

/** Places of the lines that are marked, and why. */
interface Marks {
  places: { line: number; at: number }[];
  why: string;
}

/**
 * The lines of the zone as they were read, with the letters marked that differ from the details or from what the reviewer typed,
 * and check digits that are wrong. The marks are named in words below.
 */
export function zoneLines(document: DocumentEvidence): Html | '' {
  const { lines } = document;
  if (!lines) return '';
  const marks = partsOf(lines).flatMap((part) => marksOf(part, document));
  const isMarked = (line: number, at: number) =>
    marks.some(({ places }) => places.some((place) => place.line === line && place.at === at));
  const runs = (text: string, line: number) =>
    [...text].map((letter, at) => ({ text: letter, isDifferent: isMarked(line, at) }));
  const isMasked = lines.some((line) => line.includes('*'));
  return html`<div class="zone"><p class="small" id="zone-title">The lines of its zone, as read${isMasked ? '; * hides data that nobody asked for' : ''}</p>
    <p role="group" aria-labelledby="zone-title" dir="ltr" translate="no">${lines.map((line, index) => html`<code>${marked(merged(runs(line, index)))}</code>`)}</p>
    ${marks.length > 0 ? html`<p class="small">Marked: ${[...new Set(marks.map(({ why }) => why))].join('; ')}.</p>` : ''}</div>`;
}

const NAMES: Partial<Record<PartOnLines['name'], string>> = {
  names: 'names',
  number: 'number',
  dateOfBirth: 'date of birth',
  expiresOn: 'expiry',
  nationality: 'nationality',
  issuingState: 'issuing state',
};

function marksOf(part: PartOnLines, document: DocumentEvidence): Marks[] {
  const name = NAMES[part.name];
  if (!name) return [];
  const found: Marks[] = part.digit?.isWrong
    ? [{ places: [part.digit], why: `the check digit of the ${name} is wrong` }]
    : [];
  for (const { compared, value, than } of comparedWith(part, document)) {
    // A filler is a space of a name.
    const text = part.text.replaceAll('<', ' ');
    const runs = differenceOf(compared, compared === 'name' ? text : text.trimEnd(), value);
    const places: Marks['places'] = [];
    let at = 0;
    for (const run of runs) {
      if (run.isDifferent) places.push(...part.places.slice(at, at + run.text.length));
      at += run.text.length;
    }
    if (places.length > 0) found.push({ places, why: `${name} other than ${than}` });
  }
  return found;
}

interface Other {
  compared: Compared;
  /** The other value, in the form of the lines. */
  value: string;
  than: string;
}

/** The other values of a part from which it differs. */
function comparedWith({ name }: PartOnLines, document: DocumentEvidence): Other[] {
  const { details, check, draft } = document;
  const [typed] = document.transcriptions;
  const own = typed?.fields;
  const byReviewer = typed?.isOwn ? 'what you typed' : 'what a reviewer typed';
  const differsFromDetails = new Set<string>(details ? check.checks.differing : []);
  const differsFromOwn = new Set<string>(own && draft ? differingReadings(draft, own) : []);
  const others: Other[] = [];
  const add = (compared: Compared, value: string | null | undefined, than: string) => {
    if (value) others.push({ compared, value, than });
  };
  const isNamed = (differs: Set<string>) => differs.has('familyName') || differs.has('givenName');
  if (name === 'names') {
    if (isNamed(differsFromDetails)) add('name', namesOf(details), 'in the details');
    if (isNamed(differsFromOwn)) add('name', namesOf(own), byReviewer);
  }
  if (name === 'dateOfBirth') {
    if (differsFromDetails.has(name)) add('places', onLines(details?.dateOfBirth), 'in the details');
    if (differsFromOwn.has(name)) add('places', onLines(own?.dateOfBirth), byReviewer);
  }
  if (name === 'nationality' && differsFromDetails.has('nationalities'))
    add('whole', details?.nationalities.join(', '), 'in the details');
  if (name === 'expiresOn' && differsFromOwn.has(name)) add('places', onLines(own?.expiresOn), byReviewer);
  if (name === 'number' && differsFromOwn.has(name)) add('places', own?.number, byReviewer);
  if (name === 'issuingState' && differsFromOwn.has(name)) add('whole', own?.issuingState, byReviewer);
  return others;
}

type Named = { [Field in 'familyName' | 'givenName' | 'middleName']?: string | null };

function namesOf(person: Named | null | undefined): string {
  return [person?.familyName, person?.givenName, person?.middleName].filter(Boolean).join(' ');
}

/** A date as a zone has it; `undefined` if a part of it is unknown. */
function onLines(date: string | null | undefined): string | undefined {
  return date && /^\d{4}-\d{2}-\d{2}$/.test(date) ? date.replaceAll('-', '').slice(2) : undefined;
}
