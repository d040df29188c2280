import { html } from 'hono/html';
import type { SelfieSignals } from '../../../contract/selfieCheck.ts';
import { verdictThresholds } from '../../selfies/verdict/thresholds.ts';
import type { Evidence } from '../evidence.ts';
import type { CaseView } from './caseView.ts';
import type { Html } from './layout.ts';

/** What each check measured, against which limit, and how often such a measurement errs: never a tick. */
export function measuredSection({ row }: CaseView, { check }: Evidence): Html {
  const why = (row.decision?.reasons ?? []).map((code) => code.replaceAll('_', ' ')).join(', ');
  return html`<section class="card" aria-labelledby="measured-title"><h2 id="measured-title">What was measured</h2>
    ${row.status === 'in_review' ? html`<p>It came here because of: ${why || 'no rule decided it'}.</p>` : ''}
    ${check ? selfie(check) : html`<p>No selfie was measured.</p>`}
  </section>`;
}

function selfie({ liveness, faceMatch, reasons, signals, engine }: NonNullable<Evidence['check']>) {
  const score = (value: number | null) => (value === null ? 'no score' : value.toFixed(2));
  const row = (what: string, value: string, limit: string, errs: string) =>
    html`<tr><th scope="row">${what}</th><td>${value}</td><td>${limit}</td><td>${errs}</td></tr>`;
  const { referenceMatch, differentFace } = verdictThresholds;
  return html`<div class="wide" tabindex="0" role="region" aria-label="Measurements of the selfie"><table>
      <thead><tr><th scope="col">Check</th><th scope="col">Measured</th><th scope="col">Limit</th><th scope="col">How it errs</th></tr></thead>
      <tbody>
        ${row('A live person', `${liveness.result.replaceAll('_', ' ')}, ${score(liveness.score)}`, 'the steps and the trail of one take', 'of takes that met the guidance 100 of 100 passed; photographs played as a take 0 of 280; a good film shown to the camera can pass')}
        ${row('The picture to compare with', `${faceMatch.result.replaceAll('_', ' ')}, ${score(faceMatch.score)}`, `match up to a distance of ${referenceMatch}, no match beyond ${differentFace}`, 'of 64 pairs of different East Asian people 33 lay within 0.6 and 4 within 0.5; of one person’s photographs 0.45 % were called different')}
        ${row('Surroundings', signals.background === null ? 'not measured' : signals.background.toFixed(2), 'none', '0 is the same, 1 nothing in common')}
        ${row('Jump between two frames', signals.neighbours === null ? 'not measured' : signals.neighbours.toFixed(2), 'none', '0 is the same, 1 nothing in common')}
        ${row('Length of the take', signals.timing ? `${Math.round(signals.timing.durationMs / 1000)} s, largest gap ${signals.timing.longestGapMs} ms` : 'not measured', 'gaps up to 500 ms', 'as the page timed it')}
        ${row('Camera', signals.cameraLabel ?? 'no virtual camera named', 'none', 'a page can say anything')}
        ${row('Taken on', takenOn(signals.handoff), 'none', 'browsers name themselves; an address is often shared')}
        ${row('Pictures used before', signals.replayOf ? `in ${signals.replayOf.caseId}` : 'none found', 'none', 'finds the same files and near copies')}
      </tbody>
    </table></div>
    ${reasons.length > 0 ? html`<p>Reasons: ${reasons.map((reason) => reason.replace('selfie_', '').replaceAll('_', ' ')).join(', ')}.</p>` : ''}
    <p class="small">${engine ? `Engine ${engine.name} ${engine.version}. ` : 'No engine measured. '}Tables of errors: docs/selfie-check.md.</p>`;
}

/** Whether a phone took the pictures for a computer, and how the two met. */
function takenOn(handoff: SelfieSignals['handoff']): string {
  if (!handoff) return 'the device that the case was opened on';
  const { seconds, sameAddress, browsers, wrongDigits, refusals } = handoff;
  return [
    `${browsers.phone}, for ${browsers.computer}`,
    `joined after ${Math.round(seconds)} s`,
    sameAddress ? 'from the same address' : 'from another address',
    `${wrongDigits} wrong digits`,
    `${refusals} other phones refused`,
  ].join(', ');
}

/** Who the person says they are. */
export function personSection({ details }: Evidence): Html {
  if (!details)
    return html`<section class="card"><h2>The person</h2><p>No personal details are here.</p></section>`;
  const { address, nationalId } = details;
  const pairs: [string, string | null][] = [
    ['Given name', details.givenName],
    ['Middle name', details.middleName],
    ['Family name', details.familyName],
    ['Name in own script', details.nativeName],
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
    ['National id', nationalId && `${nationalId.country} …${nationalId.last4}`],
  ];
  return html`<section class="card" aria-labelledby="person-title"><h2 id="person-title">The person, as they said</h2>
    <dl class="pairs">${pairs.filter(([, value]) => value).map(([name, value]) => html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl></section>`;
}
