import { html } from 'hono/html';
import type { SelfieSignals } from '../../../contract/selfieCheck.ts';
import { isWaiting } from '../../reviews/claims.ts';
import { verdictThresholds } from '../../selfies/verdict/thresholds.ts';
import { distanceOf } from '../../selfies/verdict/verdictOf.ts';
import type { Evidence } from '../evidence.ts';
import type { CaseView } from './caseView.ts';
import type { Html } from './layout.ts';
import { table } from './table.ts';
import { countryName, reasonWords } from './words.ts';

/** The measurement of each check on the scale of its limit, and the error rate of that measurement. No tick marks. */
export function measuredSection({ row }: CaseView, { check }: Evidence): Html {
  const why = (row.decision?.reasons ?? []).map(reasonWords).join('; ');
  // A sample has the words of a case that matches no rule.
  const cause = (row.status === 'in_review' && why) || reasonWords('review_required');
  return html`<section class="card" aria-labelledby="measured-title"><h2 id="measured-title">What was measured</h2>
    ${isWaiting(row) ? html`<p>Reason for review: ${cause}.</p>` : ''}
    ${!isWaiting(row) && row.decision?.reasons.includes('test_mode') ? html`<p>Approved because this is test mode: no selfie was measured. In live mode a reviewer decides.</p>` : ''}
    ${check ? selfie(check) : html`<p>No selfie was measured.</p>`}
  </section>`;
}

function selfie({ liveness, faceMatch, reasons, signals, engine }: NonNullable<Evidence['check']>) {
  const compared = [
    ...likeness('Same face as the reference', faceMatch),
    ...likeness('Same face as the document’s portrait, which decided nothing', signals.documentPortrait),
  ];
  return html`${table({
    label: 'Measurements of the selfie',
    columns: ['Check', 'Measured', 'Limit', 'Known error rate'],
    hasRowHeaders: true,
    rows: [
      [
        'A live person',
        `${liveness.result.replaceAll('_', ' ')}${liveness.score === null ? '' : `, score ${liveness.score.toFixed(2)} of 1`}`,
        'the steps and the trail of one take',
        'of takes that met the guidance 100 of 100 passed; photographs played as a take 0 of 280; a good film shown to the camera can pass',
      ],
      ...compared,
      [
        'Length of the take',
        signals.timing
          ? `${Math.round(signals.timing.durationMs / 1000)} s, largest gap ${signals.timing.longestGapMs} ms`
          : 'not measured',
        'gaps up to 500 ms',
        'as the page timed it',
      ],
    ],
  })}
    ${reasons.length > 0 ? html`<p>Reasons: ${reasons.map((reason) => reason.replace('selfie_', '').replaceAll('_', ' ')).join(', ')}.</p>` : ''}
    <details><summary>Signals without a limit</summary><dl class="pairs">${signalsOf(signals).map(
      ([name, value, about]) =>
        html`<div><dt>${name}</dt><dd>${value} <span class="small">${about}</span></dd></div>`,
    )}</dl>
    </details>
    <p class="small">${engine ? `Engine ${engine.name} ${engine.version}. ` : 'No engine measured. '}Tables of errors: docs/selfie-check.md.</p>`;
}

function likeness(name: string, match: SelfieSignals['documentPortrait']): string[][] {
  if (!match || match.result === 'not_performed') return [];
  return [
    [
      name,
      `${match.result.replaceAll('_', ' ')}, ${distance(match.score)}`,
      `match up to ${referenceMatch}, undecided up to ${differentFace}`,
      'of 64 pairs of different East Asian people 33 lay within 0.6 and 4 within 0.5; of one person’s photographs 0.45 % were called different',
    ],
  ];
}

const { referenceMatch, differentFace } = verdictThresholds;

/** The distance of two faces, as the limit counts it: 0 for one picture. */
function distance(score: number | null): string {
  if (score === null) return 'no distance';
  return score === 0
    ? `distance ${distanceOf(0).toFixed(2)} or more`
    : `distance ${distanceOf(score).toFixed(2)}`;
}

function signalsOf(signals: SelfieSignals): [name: string, value: string, about: string][] {
  const change = (value: number | null) => (value === null ? 'not measured' : value.toFixed(2));
  const scale = '0: the same; 1: nothing in common';
  return [
    ['Change of the surroundings', change(signals.background), scale],
    ['Jump between two frames', change(signals.neighbours), scale],
    ['Camera', signals.cameraLabel ?? 'No virtual camera reported', 'a page can report anything'],
    [
      'Challenges issued',
      signals.draws === null ? 'not known' : drawn(signals.draws, signals.stuckAt ?? []),
      'people who cannot make a movement ask for others; so do attackers who wait for one that fits a recording',
    ],
    ['Device', takenOn(signals.handoff), 'browsers name themselves; an address is often shared'],
    [
      'Reused pictures',
      reused(signals),
      'finds used films by their movements; docs/selfie-check.md says which not',
    ],
  ];
}

function reused({ replayOf, notCompared }: SelfieSignals): string {
  if (replayOf) return `in ${replayOf.caseId}`;
  return notCompared
    ? `not known: ${notCompared.caseId} is like it, and its pictures are lost`
    : 'none found';
}

/** The number of challenges, and the movements that the person said they could not make. */
function drawn(draws: number, stuckAt: readonly string[]): string {
  const names = stuckAt.map((movement) => movement.replaceAll('_', ' ')).join(', ');
  return names ? `${draws}, stuck at: ${names}` : `${draws}`;
}

/** The device that took the pictures, and how a phone was connected. */
function takenOn(handoff: SelfieSignals['handoff']): string {
  if (!handoff) return 'the device on which the case was opened';
  const { seconds, sameAddress, browsers, wrongDigits, refusals } = handoff;
  return [
    `${browsers.phone}, for ${browsers.computer}`,
    `joined after ${Math.round(seconds)} s`,
    sameAddress ? 'from the same address' : 'from another address',
    `${wrongDigits} wrong digits`,
    `${refusals} other phones refused`,
  ].join(', ');
}

/** The person's details, with the values before a correction. */
export function personSection({ now }: Pick<CaseView, 'now'>, { details, earlier }: Evidence): Html {
  if (!details)
    return html`<section class="card"><h2>The person</h2><p>There are no personal details.</p></section>`;
  const before = new Map(earlier ? fieldsOf(earlier) : []);
  const wasOther = (name: string, value: string | null) =>
    earlier && (before.get(name) || '') !== (value || '');
  const fields = fieldsOf(details).filter(([name, value]) => value || before.get(name));
  return html`<section class="card" aria-labelledby="person-title"><h2 id="person-title">The person’s details</h2>
    <dl class="pairs">${fields.map(
      ([name, value]) =>
        html`<div><dt>${name}</dt><dd><bdi class="any">${value || '–'}</bdi>${name === 'Born' && value ? html` <span class="small">${ageAt(value, now)} years old</span>` : ''}${wasOther(name, value) ? html` <span class="small">before: <bdi class="any">${before.get(name) || '–'}</bdi></span>` : ''}</dd></div>`,
    )}</dl></section>`;
}

/** Whole years between a day and now, in UTC. */
function ageAt(born: string, now: Date): number {
  const years = now.getUTCFullYear() - Number(born.slice(0, 4));
  return now.toISOString().slice(5, 10) < born.slice(5) ? years - 1 : years;
}

export function fieldsOf(details: NonNullable<Evidence['details']>): [string, string | null][] {
  const { address, nationalId } = details;
  return [
    ['Given name', details.givenName],
    ['Middle name', details.middleName],
    ['Family name', details.familyName],
    ['Name in the original script', details.nativeName],
    ['Born', details.dateOfBirth],
    ['Nationalities', details.nationalities.map(countryName).join(', ')],
    ['Country of birth', details.countryOfBirth && countryName(details.countryOfBirth)],
    [
      'Address',
      address &&
        [address.line1, address.line2, address.postalCode, address.city, address.region, address.country]
          .filter(Boolean)
          .join(', '),
    ],
    ['Email', details.email],
    ['Phone', details.phone],
    [
      'National id',
      nationalId && [nationalId.country, nationalId.type, `…${nationalId.last4}`].filter(Boolean).join(' '),
    ],
  ];
}
