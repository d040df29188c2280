import { html } from 'hono/html';
import type { CaseFile } from '../compliance/readCaseFile.ts';
import { inWords } from '../compliance/words.ts';
import { timeOf } from './time.ts';

type Details = NonNullable<CaseFile['details']>;

/** Who the case is about, what became of it, and what happened when. */
export function personPart(file: CaseFile) {
  const { case: own, details, selfie } = file;
  const hasPortrait = own.redaction === null && selfie !== null && !UNTAKEN.includes(selfie.status);
  return html`<div class="file-person">
      ${hasPortrait ? html`<img class="portrait-own" src="/file/portrait" alt="The first picture of the selfie" width="112" height="112">` : html`<span class="portrait-own none" aria-hidden="true"></span>`}
      <div>
        <p class="file-name">${details ? nameOf(details) : own.redaction ? 'Erased' : 'Not named yet'}</p>
        ${details ? html`<p class="lead">born ${details.dateOfBirth}${details.nationalities.length > 0 ? html`, ${details.nationalities.map(countryName).join(', ')}` : ''}</p>` : ''}
        <p><span class="pill" data-status="${own.status}">${inWords(own.status)}</span> <span class="small">case <code>${own.id}</code></span></p>
      </div>
    </div>
    <ol class="timeline" aria-label="What happened, in order">${eventsOf(file).map(
      ({ at, what, who }) => html`<li>${timeOf(at)}<strong>${what}</strong><span>${who}</span></li>`,
    )}</ol>`;
}

const UNTAKEN = ['requires_capture', 'expired'];

interface Happening {
  at: string;
  what: string;
  who: string;
}

/** From the times of the case alone: a step without a time did not happen. */
function eventsOf({ case: own, credential }: CaseFile): Happening[] {
  const { checks, consent, decision, redaction } = own;
  const all: (Happening | null)[] = [
    { at: own.createdAt, what: 'Begun', who: 'the site' },
    consent && {
      at: consent.at,
      what: consent.biometric ? 'Agreed to the check' : 'Refused',
      who: 'the person',
    },
    timed(
      checks.credential.completedAt,
      `Credential ${credential ? inWords(credential.status) : 'checked'}`,
      'the service',
    ),
    timed(
      checks.document.completedAt,
      `Document: ${inWords(`document ${checks.document.status}`)}`,
      'the service',
    ),
    timed(checks.personalDetails.completedAt, 'Details sent', 'the person'),
    timed(checks.selfie.completedAt, `Selfie: ${inWords(checks.selfie.status)}`, 'the service'),
    timed(checks.aml.completedAt, 'Screened', 'the service'),
    decision && {
      at: decision.at,
      what: inWords(decision.outcome),
      who: decision.by === 'policy' ? 'the rules of the case' : 'a reviewer',
    },
    redaction && { at: redaction.at, what: 'Erased', who: 'the site' },
  ];
  return all
    .filter((each): each is Happening => each !== null)
    .toSorted((one, other) => one.at.localeCompare(other.at));
}

function timed(at: string | null, what: string, who: string): Happening | null {
  return at === null ? null : { at, what, who };
}

/** Each detail with its source, and the credential that proves some of them. */
export function detailsPart({ details, credential, case: own }: CaseFile) {
  if (!details) return html`<p>${own.redaction ? 'Erased with the case.' : 'None was sent yet.'}</p>`;
  return html`<p>${own.assurance.details === 'verified' ? 'Name and date of birth are proven by a credential of a wallet.' : 'Name and date of birth are claimed: no credential proves them.'}</p>
    <table><caption>What was given, and where it comes from</caption>
      <thead><tr><th scope="col">Detail</th><th scope="col">Value</th><th scope="col">Source</th></tr></thead>
      <tbody>${rowsOf(details).map(
        ([field, label, value]) =>
          html`<tr data-source="${details.sources[field] ?? ''}"><th scope="row">${label}</th><td>${value}</td><td>${inWords(details.sources[field] ?? 'not known')}</td></tr>`,
      )}</tbody></table>
    ${credential ? credentialTable(credential) : ''}`;
}

function credentialTable(credential: NonNullable<CaseFile['credential']>) {
  const { issuer, kind, status, code, revocation, validity, portrait, claims } = credential;
  const rows: [string, unknown][] = [
    ['Result', `${inWords(status)}${code ? `: ${inWords(code)}` : ''}`],
    ['Kind', kind ? inWords(kind) : 'not known'],
    ['Issuer', issuer ? `${issuer.name}${issuer.country ? `, ${issuer.country}` : ''}` : 'not known'],
    [
      'Vouched for by',
      issuer
        ? html`${issuer.anchor.name}, list <code>${issuer.list.source.split('/').at(-1)}</code>`
        : 'nobody',
    ],
    [
      'Revoked?',
      html`${inWords(revocation.result)}${revocation.at ? html`, asked ${timeOf(revocation.at)}` : ''}`,
    ],
    ['Valid until', validity?.until ? validity.until.slice(0, 10) : 'not said'],
    [
      'Portrait',
      portrait === 'usable' ? 'compared with the selfie' : portrait ? inWords(portrait) : 'not looked at',
    ],
    ['Its claims', claims.join(', ') || 'none'],
  ];
  return html`<table data-credential><caption>The credential</caption>
    <tbody>${rows.map(([label, value]) => html`<tr><th scope="row">${label}</th><td>${value as string}</td></tr>`)}</tbody></table>`;
}

/** @returns the path in `sources`, a label, the value. */
function rowsOf(details: Details): [field: string, label: string, value: string][] {
  const { address } = details;
  const place = address
    ? [
        address.line1,
        address.line2,
        address.postalCode,
        address.city,
        address.region,
        countryName(address.country),
      ]
    : [];
  const all: [string, string, string | null][] = [
    ['givenName', 'Given name', details.givenName],
    ['middleName', 'Middle name', details.middleName],
    ['familyName', 'Family name', details.familyName],
    ['nativeName', 'Name in its own script', details.nativeName],
    ['dateOfBirth', 'Date of birth', details.dateOfBirth],
    ['nationalities', 'Nationality', details.nationalities.map(countryName).join(', ')],
    ['countryOfBirth', 'Country of birth', details.countryOfBirth && countryName(details.countryOfBirth)],
    ['address', 'Address', place.filter(Boolean).join(', ')],
    ['email', 'Email', details.email],
    ['phone', 'Phone', details.phone],
    ['nationalId', 'National number', details.nationalId && `ends in ${details.nationalId.last4}`],
  ];
  return all.filter((row): row is [string, string, string] => Boolean(row[2]));
}

function nameOf({ givenName, middleName, familyName }: Details): string {
  return [givenName, middleName, familyName].filter(Boolean).join(' ');
}

const countries = new Intl.DisplayNames(['en'], { type: 'region' });

function countryName(code: string): string {
  return countries.of(code) ?? code;
}
