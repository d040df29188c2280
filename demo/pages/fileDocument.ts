import { html } from 'hono/html';
import type { CaseFile } from '../compliance/readCaseFile.ts';
import { inWords } from '../compliance/words.ts';

type Document = NonNullable<CaseFile['document']>;

/** What was read of the document, what was compared, and what no machine establishes. */
export function documentPart({ document, case: own }: CaseFile) {
  if (own.policy.document === 'off') return html`<p>None was asked for.</p>`;
  if (!document) return html`<p>None was shown.</p>`;
  const { status, attempt, engine, reasons, document: content } = document;
  const why = reasons.length > 0 ? `Because ${reasons.map(inWords).join('; ')}.` : '';
  return html`<p>Attempt ${attempt}: <strong>${inWords(`document ${status}`)}</strong>, by ${engine ? html`<code>${engine.name} ${engine.version}</code>` : 'no engine'}. ${why}</p>
  ${content ? table('Read from its machine-readable zone', 'zone', fieldsOf(content)) : html`<p>Nothing was read from it by a machine.</p>`}
  ${table('What was compared', 'compared', comparedOf(document, own.assurance))}
  <h3>Not established, even by a document that was read</h3>
  <ul class="not" data-not-established>
    <li>That it is genuine: no machine established that, and none here looks for it.</li>
    <li>That it was issued, is still valid with its issuer, or was not reported stolen.</li>
    <li>That it was in the hand: a copy with right check digits, or a screen that shows one, is read as well.</li>
    <li>What is printed outside its zone. Optional data of the zone are never stored.</li>
  </ul>`;
}

type Rows = readonly (readonly [label: string, value: string])[];

function table(caption: string, name: string, rows: Rows) {
  return html`<table data-document="${name}"><caption>${caption}</caption>
    <tbody>${rows.map(([label, value]) => html`<tr><th scope="row">${label}</th><td>${value}</td></tr>`)}</tbody></table>`;
}

const ILLEGIBLE = 'not read';

function fieldsOf(content: NonNullable<Document['document']>): Rows {
  const { type, format, issuingState, nationality, expiresOn, numberLast4 } = content;
  const number = content.number ?? (numberLast4 && `ends in ${numberLast4}`);
  const rows = [
    ['Kind', type && inWords(type)],
    ['Layout, ICAO 9303', format && inWords(format)],
    ['Issued by', issuingState],
    ['Family name', content.familyName],
    ['Given names', content.givenName],
    ['Date of birth', content.dateOfBirth],
    ['Nationality', nationality],
    ['Number', number],
    ['Valid until', expiresOn],
  ] as const;
  return rows.map(([label, value]) => [label, value || ILLEGIBLE]);
}

function comparedOf(
  { checks, signals }: Document,
  { reference, faceMatch }: CaseFile['case']['assurance'],
): Rows {
  const { checkDigits, expiry, details, differing, sides, portrait } = checks;
  const isCompared = reference === 'document' && faceMatch !== 'not_performed';
  const seen = signals.seenBefore;
  return [
    ['Check digits', inWords(`digits ${checkDigits ?? 'none'}`)],
    ['Its date, on the day it was shown', inWords(`expiry ${expiry}`)],
    [
      'With what was typed',
      `${inWords(`details ${details}`)}${differing.length > 0 ? `: ${differing.map(inWords).join(', ')}` : ''}`,
    ],
    ['Its two sides with each other', inWords(`sides ${sides}`)],
    [
      'Its portrait with the selfie',
      isCompared ? inWords(`face ${faceMatch}`) : `not compared: ${inWords(`portrait ${portrait}`)}`,
    ],
    [
      'Other cases with this document',
      seen ? `${seen.cases}, of them with other names ${seen.otherNames}` : 'not looked for',
    ],
  ];
}
