import { html } from 'hono/html';
import type { Decide } from '../../../contract/case.ts';
import { CorrectionReason } from '../../../contract/caseStatus.ts';
import { findTransition } from '../../cases/machine.ts';
import { correctable } from '../../cases/reviewCase.ts';
import { isWaiting } from '../../reviews/claims.ts';
import type { CaseView, ReadyLink } from './caseView.ts';
import { type Html, tokenField } from './layout.ts';
import { nextForm } from './queue.ts';

type Ask = 'selfie' | 'details';

const REASONS = {
  approved: ['same_person', 'hits_ruled_out', 'seen_in_person', 'document_seen'],
  declined: ['another_person', 'true_match', 'spoof', 'under_age', 'details_false'],
  selfie: [
    'selfie_too_dark',
    'selfie_low_quality',
    'selfie_occluded',
    'selfie_no_face',
    'selfie_multiple_faces',
    'selfie_challenge_failed',
  ],
  details: CorrectionReason.options,
} as const;

interface Choice {
  outcome: Decide['outcome'];
  /** The items that the person is asked for again. */
  asks?: Ask;
  text: string;
  action: string;
  key: string;
}

const CHOICES: readonly Choice[] = [
  { outcome: 'approved', text: 'Approve', action: 'approve', key: 'a' },
  { outcome: 'declined', text: 'Decline', action: 'decline', key: 'd' },
  { outcome: 'requires_input', asks: 'selfie', text: 'Ask for a new selfie', action: 'ask-again', key: 'r' },
  {
    outcome: 'requires_input',
    asks: 'details',
    text: 'Ask for corrected details',
    action: 'ask-details',
    key: 'c',
  },
];

/** The decisions that a case allows, each with its reasons. None is preselected. */
export function decisionSection({ session, row }: CaseView): Html {
  const isOverturned = row.status === 'approved' || row.status === 'declined';
  const isOpen = isWaiting(row) || !isOverturned;
  const choices = CHOICES.filter(({ outcome }) => isOpen || findTransition(row.status, outcome, 'reviewer'));
  return html`<section class="card" id="decision" aria-labelledby="decide-title"><h2 id="decide-title">${isOpen ? 'Decision' : 'Overturn the decision'}</h2>
    <div class="decisions">${choices.map((choice) => choiceForm(session, row, choice, { needsNote: !isOpen }))}</div>
    <p class="small">You can undo it for ten seconds; then it takes effect.${isOpen ? ' If you ask again, the person has one day, and one more attempt for a selfie.' : ''}</p>
  </section>`;
}

function choiceForm(
  session: CaseView['session'],
  row: CaseView['row'],
  { outcome, asks, text, action, key }: Choice,
  { needsNote }: { needsNote: boolean },
) {
  const { fields } = row.policy;
  const isAsked = (code: string) => {
    const field = correctable[code as CorrectionReason];
    return !field || fields[field] !== 'hidden';
  };
  const codes = REASONS[asks ?? (outcome as 'approved' | 'declined')].filter(isAsked);
  const named = (code: string) => code.replace(/^(selfie|details)_(?!false)/, '').replaceAll('_', ' ');
  return html`<form method="post" action="/desk/cases/${row.id}/decision">${tokenField(session)}
    <input type="hidden" name="expectedVersion" value="${row.version}">
    <input type="hidden" name="outcome" value="${outcome}">
    <label>${asks ? 'Message to the person' : 'Reason'}
      <select name="reason" required><option value="">choose</option>${codes.map(
        (code) => html`<option value="${code}">${named(code)}</option>`,
      )}</select></label>
    <label>Note <input name="note" maxlength="2000" autocomplete="off" ${needsNote ? html`required` : ''}></label>
    <button data-action="${action}" data-key="${key}">${text} <kbd>${key}</kbd></button>
  </form>`;
}

/** The form that reopens a decided case. The reviewer then judges it from the beginning. */
export function overturnSection({ session, row, pictures }: CaseView): Html {
  return html`<section class="card" aria-labelledby="overturn-title"><h2 id="overturn-title">This case was ${row.status}</h2>
    <p>${row.decision?.by === 'reviewer' ? 'By a reviewer' : 'By the rules'}${row.decision ? `, ${row.decision.at.slice(0, 16).replace('T', ' ')} UTC` : ''}.
      To overturn it, judge the faces again and state the reason in a note. You must have signed in within the last five minutes.</p>
    <form method="post" action="/desk/cases/${row.id}/overturn">${tokenField(session)}<button>Review again</button></form>
    ${session.reviewer.role === 'administrator' && pictures.length > 0 ? knownForm(session, row.id) : ''}
  </section>`;
}

/** The form that records a pair with a known answer, to measure reviewers with. */
function knownForm(session: CaseView['session'], id: string) {
  return html`<form class="row" method="post" action="/desk/cases/${id}/known">${tokenField(session)}
    <label>According to another source, the pictures show <select name="truth" required><option value="">choose</option>
      <option value="same">one person</option><option value="different">two people</option></select></label>
    <button class="quiet">Use it to measure reviewers</button></form>`;
}

/** A link for a person who was asked again, with the texts of its messages. Shown once. */
export function linkSection({ session, row }: CaseView, link: ReadyLink | null): Html {
  return html`<section class="card" id="link" aria-labelledby="link-title"><h2 id="link-title">The person was asked again</h2>
    ${
      link
        ? html`<p>The link is shown only once. It replaces any earlier link and is valid until the case ends.</p>
        <p><code class="link">${link.url}</code></p>
        <label>Subject <input readonly value="${link.email.subject}" lang="${link.language}"></label>
        <label>Email <textarea readonly rows="12" lang="${link.language}">${link.email.text}</textarea></label>
        <label>SMS <textarea readonly rows="4" lang="${link.language}">${link.sms}</textarea></label>
        <p class="small">The service does not send it. Send it to a known address of the person.</p>`
        : html`<p>Your back end was informed. If you have no page for the person to return to, send them a link.</p>
        <form method="post" action="/desk/cases/${row.id}/link">${tokenField(session)}<button>Make a link</button></form>`
    }
  </section>`;
}

const DECISION_TEXTS = {
  approved: 'You approved it.',
  declined: 'You declined it.',
  requires_input: 'You asked the person again.',
};

/** The decision: with a button to take it back while that is possible, then with the decisions of others. */
export function decidedSection({ session, row, judgement, evidence }: CaseView): Html {
  const { outcome, applies_at, is_sample, round } = judgement!;
  const isProposal = !is_sample && row.decisions === round && outcome !== 'requires_input';
  return html`<section class="card" id="decided" aria-labelledby="decided-title" role="status">
    <h2 id="decided-title">${DECISION_TEXTS[outcome!]}</h2>
    ${
      applies_at
        ? html`<form method="post" action="/desk/cases/${row.id}/undo">${tokenField(session)}
          <p>It takes effect at <time datetime="${applies_at.toISOString()}">${applies_at.toISOString().slice(11, 19)} UTC</time>.</p>
          <button data-action="hit-unsure" data-key="u">Undo <kbd>u</kbd></button></form>`
        : html`<p>${isProposal ? 'It is saved. The case waits for a second reviewer, who does not see it.' : 'It is recorded.'}</p>`
    }
    ${
      evidence && evidence.others.length > 0
        ? html`<p>Others in this round: ${evidence.others.map((one) => `${one.outcome.replace('_', ' ')}${one.likeness === null ? '' : `, faces ${one.likeness}`}`).join('; ')}.</p>`
        : ''
    }
    ${nextForm(session)}
  </section>`;
}
