import { html } from 'hono/html';
import { isWaiting } from '../../reviews/claims.ts';
import type { CaseView } from './caseView.ts';
import { type Html, tokenField } from './layout.ts';
import { nextForm } from './queue.ts';

const REASONS = {
  approved: ['same_person', 'hits_ruled_out', 'seen_in_person', 'document_seen'],
  declined: ['another_person', 'true_match', 'spoof', 'under_age', 'details_false'],
  requires_input: [
    'selfie_too_dark',
    'selfie_low_quality',
    'selfie_occluded',
    'selfie_no_face',
    'selfie_multiple_faces',
    'selfie_challenge_failed',
  ],
} as const;

const OUTCOMES = [
  ['approved', 'Approve', 'approve', 'a'],
  ['declined', 'Decline', 'decline', 'd'],
  ['requires_input', 'Ask for a new selfie', 'ask-again', 'r'],
] as const;

/** Three decisions, each with its reasons; none is chosen beforehand. */
export function decisionSection({ session, row }: CaseView): Html {
  return html`<section class="card" id="decision" aria-labelledby="decide-title"><h2 id="decide-title">Decision</h2>
    <div class="decisions">${OUTCOMES.map(
      ([
        outcome,
        text,
        action,
        key,
      ]) => html`<form method="post" action="/desk/cases/${row.id}/decision">${tokenField(session)}
        <input type="hidden" name="expectedVersion" value="${row.version}">
        <input type="hidden" name="outcome" value="${outcome}">
        <label>${outcome === 'requires_input' ? 'What the person is told' : 'Reason'}
          <select name="reason" required><option value="">choose</option>${REASONS[outcome].map(
            (code) =>
              html`<option value="${code}">${code.replace('selfie_', '').replaceAll('_', ' ')}</option>`,
          )}</select></label>
        <label>Note <input name="note" maxlength="2000" autocomplete="off"></label>
        <button data-action="${action}" data-key="${key}">${text} <kbd>${key}</kbd></button>
      </form>`,
    )}</div>
    <p class="small">You have ten seconds to take it back; then it counts. “New selfie” gives one more attempt and a day.</p>
  </section>`;
}

const SAID = {
  approved: 'You approved it.',
  declined: 'You declined it.',
  requires_input: 'You asked for a new selfie.',
};

/** What was chosen: with the way back, as long as there is one, and then with what others said. */
export function decidedSection({ session, row, judgement, evidence }: CaseView): Html {
  const { outcome, applies_at } = judgement!;
  return html`<section class="card" id="decided" aria-labelledby="decided-title" role="status">
    <h2 id="decided-title">${SAID[outcome!]}</h2>
    ${
      applies_at
        ? html`<form method="post" action="/desk/cases/${row.id}/undo">${tokenField(session)}
          <p>It counts at <time datetime="${applies_at.toISOString()}">${applies_at.toISOString().slice(11, 19)} UTC</time>.</p>
          <button data-action="hit-unsure" data-key="u">Undo <kbd>u</kbd></button></form>`
        : html`<p>${isWaiting(row) ? 'It is kept. The case waits for another person, who sees nothing of it.' : 'It counts.'}</p>`
    }
    ${
      evidence && evidence.others.length > 0
        ? html`<p>Others in this round: ${evidence.others.map((one) => `${one.outcome.replace('_', ' ')}${one.likeness === null ? '' : `, faces ${one.likeness}`}`).join('; ')}.</p>`
        : ''
    }
    ${nextForm(session)}
  </section>`;
}
