import { html } from 'hono/html';
import type { SelfieSignals } from '../../../contract/selfieCheck.ts';
import { isWaiting } from '../../reviews/claims.ts';
import { verdictThresholds } from '../../selfies/verdict/thresholds.ts';
import type { Evidence } from '../evidence.ts';
import type { CaseView } from './caseView.ts';
import type { Html } from './layout.ts';
import { table } from './table.ts';

/** The measurement of each check, its threshold, and the error rate of that measurement. No tick marks. */
export function measuredSection({ row }: CaseView, { check }: Evidence): Html {
  const why = (row.decision?.reasons ?? []).map((code) => code.replaceAll('_', ' ')).join(', ');
  // A sampled case has the same wording as one that no rule decided.
  const cause = (row.status === 'in_review' && why) || 'no rule decided it, or it is a random sample';
  return html`<section class="card" aria-labelledby="measured-title"><h2 id="measured-title">What was measured</h2>
    ${isWaiting(row) ? html`<p>It came here because of: ${cause}.</p>` : ''}
    ${check ? selfie(check) : html`<p>No selfie was measured.</p>`}
  </section>`;
}

function selfie({ liveness, faceMatch, reasons, signals, engine }: NonNullable<Evidence['check']>) {
  const score = (value: number | null) => (value === null ? 'no score' : value.toFixed(2));
  const { referenceMatch, differentFace } = verdictThresholds;
  return html`${table({
    label: 'Measurements of the selfie',
    columns: ['Check', 'Measured', 'Limit', 'How it errs'],
    hasRowHeaders: true,
    rows: [
      [
        'A live person',
        `${liveness.result.replaceAll('_', ' ')}, ${score(liveness.score)}`,
        'the steps and the trail of one take',
        'of takes that met the guidance 100 of 100 passed; photographs played as a take 0 of 280; a good film shown to the camera can pass',
      ],
      [
        'The picture to compare with',
        `${faceMatch.result.replaceAll('_', ' ')}, ${score(faceMatch.score)}`,
        `match up to a distance of ${referenceMatch}, no match beyond ${differentFace}`,
        'of 64 pairs of different East Asian people 33 lay within 0.6 and 4 within 0.5; of one person’s photographs 0.45 % were called different',
      ],
      [
        'Surroundings',
        signals.background === null ? 'not measured' : signals.background.toFixed(2),
        'none',
        '0 is the same, 1 nothing in common',
      ],
      [
        'Jump between two frames',
        signals.neighbours === null ? 'not measured' : signals.neighbours.toFixed(2),
        'none',
        '0 is the same, 1 nothing in common',
      ],
      [
        'Length of the take',
        signals.timing
          ? `${Math.round(signals.timing.durationMs / 1000)} s, largest gap ${signals.timing.longestGapMs} ms`
          : 'not measured',
        'gaps up to 500 ms',
        'as the page timed it',
      ],
      ['Camera', signals.cameraLabel ?? 'no virtual camera named', 'none', 'a page can report anything'],
      [
        'Challenges issued',
        signals.draws === null ? 'not known' : drawn(signals.draws, signals.stuckAt ?? []),
        'one movement left out',
        'people who cannot make a movement ask for others; so do attackers who wait for one that fits a recording',
      ],
      ['Device', takenOn(signals.handoff), 'none', 'browsers name themselves; an address is often shared'],
      [
        'Reused pictures',
        signals.replayOf ? `in ${signals.replayOf.caseId}` : 'none found',
        'none',
        'finds used films by their movements; docs/selfie-check.md says which not',
      ],
    ],
  })}
    ${reasons.length > 0 ? html`<p>Reasons: ${reasons.map((reason) => reason.replace('selfie_', '').replaceAll('_', ' ')).join(', ')}.</p>` : ''}
    <p class="small">${engine ? `Engine ${engine.name} ${engine.version}. ` : 'No engine measured. '}Tables of errors: docs/selfie-check.md.</p>`;
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
export function personSection({ details, earlier }: Evidence): Html {
  if (!details)
    return html`<section class="card"><h2>The person</h2><p>There are no personal details.</p></section>`;
  const before = new Map(earlier ? fieldsOf(earlier) : []);
  const wasOther = (name: string, value: string | null) =>
    earlier && (before.get(name) || '') !== (value || '');
  const fields = fieldsOf(details).filter(([name, value]) => value || before.get(name));
  return html`<section class="card" aria-labelledby="person-title"><h2 id="person-title">The person’s details</h2>
    <dl class="pairs">${fields.map(
      ([name, value]) =>
        html`<div><dt>${name}</dt><dd><bdi class="any">${value || '–'}</bdi>${wasOther(name, value) ? html` <span class="small">before: <bdi class="any">${before.get(name) || '–'}</bdi></span>` : ''}</dd></div>`,
    )}</dl></section>`;
}

function fieldsOf(details: NonNullable<Evidence['details']>): [string, string | null][] {
  const { address, nationalId } = details;
  return [
    ['Given name', details.givenName],
    ['Middle name', details.middleName],
    ['Family name', details.familyName],
    ['Name in the original script', details.nativeName],
    ['Born', details.dateOfBirth],
    ['Nationalities', details.nationalities.join(', ')],
    ['Country of birth', details.countryOfBirth],
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
