import { html } from 'hono/html';
import type { Decide } from '../../../contract/case.ts';
import { CorrectionReason, DOCUMENT_PHOTO } from '../../../contract/caseStatus.ts';
import { findTransition } from '../../cases/machine.ts';
import { isProven } from '../../cases/requirements.ts';
import { correctable } from '../../cases/reviewCase.ts';
import { textsIn } from '../../links/languageTexts.ts';
import { isWaiting } from '../../reviews/claims.ts';
import { DECISION_REASONS } from '../../reviews/decisionReasons.ts';
import { houseReason } from '../houseWords.ts';
import type { CaseView, ReadyLink } from './caseView.ts';
import { judgementWords } from './judgement.ts';
import { type Html, tokenField } from './layout.ts';
import { nextForm } from './queue.ts';
import { seenNotice } from './withheld.ts';
import { dayAndTime } from './words.ts';

type Ask = 'selfie' | 'details' | 'document';

const REASONS = {
  ...DECISION_REASONS,
  selfie: [
    'selfie_too_dark',
    'selfie_low_quality',
    'selfie_occluded',
    'selfie_no_face',
    'selfie_multiple_faces',
    'selfie_challenge_failed',
  ],
  details: CorrectionReason.options,
  document: [DOCUMENT_PHOTO],
} as const;

/** Reasons in words that can be given to the person. */
const REASON_WORDS: Record<string, string> = {
  same_person: 'The pictures show one person',
  hits_ruled_out: 'No list entry is this person',
  seen_in_person: 'Seen in person',
  document_seen: 'A document was seen',
  another_person: 'The pictures show different people',
  true_match: 'A list entry is this person',
  spoof: 'The recording does not show a person in front of the camera',
  under_age: 'The person is too young',
  details_false: 'The details are false',
  document_photo: 'New photos of the document',
};

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
  {
    outcome: 'requires_input',
    asks: 'document',
    text: 'Ask for new photos of the document',
    action: 'ask-document',
    key: 'p',
  },
];

/** The decisions that a case allows, each with its reasons. None is preselected. */
export function decisionSection(view: CaseView): Html {
  const { row, house } = view;
  const isOverturned = row.status === 'approved' || row.status === 'declined';
  const isOpen = isWaiting(row) || !isOverturned;
  // The consent of a person whose case asks for no document says nothing of one.
  const mayShow = row.policy.document !== 'off' && row.consent?.biometric === true && !isProven(row);
  const choices = CHOICES.filter(
    ({ outcome, asks }) =>
      (asks !== 'document' || mayShow) && (isOpen || findTransition(row.status, outcome, 'reviewer')),
  );
  return html`<section class="card" id="decision" aria-labelledby="decide-title"><h2 id="decide-title" tabindex="-1">${isOpen ? 'Decision' : 'Overturn the decision'}</h2>
    ${isOpen ? positions(view) : ''}
    <div class="decisions">${choices.map((choice) => choiceForm(view, choice, { needsNote: !isOpen }))}</div>
    ${house.note.length > 0 ? html`<datalist id="house-notes">${house.note.map(({ text }) => html`<option value="${text}"></option>`)}</datalist>` : ''}
    <p class="small">You can undo it for ten seconds; then it takes effect.${isOpen ? ' If you ask again, the person has one day, and one more attempt for a selfie or a document; they may show another document.' : ''}</p>
  </section>`;
}

function choiceForm(
  { session, row, withdrawn, house }: CaseView,
  { outcome, asks, text, action, key }: Choice,
  { needsNote }: { needsNote: boolean },
) {
  const { fields } = row.policy;
  const isAsked = (code: string) => {
    const field = correctable[code as CorrectionReason];
    return !field || fields[field] !== 'hidden';
  };
  const own = outcome === 'requires_input' ? [] : house[outcome];
  const codes = [
    ...REASONS[asks ?? (outcome as 'approved' | 'declined')].filter(isAsked),
    ...own.map(({ code }) => code),
  ];
  // An undone decision keeps what the reviewer had entered.
  const before = withdrawn && codes.some((code) => code === withdrawn.reason) ? withdrawn : null;
  return html`<form method="post" action="/desk/cases/${row.id}/decision" data-part data-draft="${action}">${tokenField(session)}
    <input type="hidden" name="expectedVersion" value="${row.version}">
    <input type="hidden" name="outcome" value="${outcome}">
    <fieldset><legend>${text}</legend>
    <label>${asks ? 'Message to the person' : 'Reason'}
      <select name="reason" required><option value="">choose</option>${codes.map(
        (code) =>
          html`<option value="${code}"${before?.reason === code ? html` selected` : ''}>${asks ? askWords(code) : (houseReason(house, code) ?? decisionWords(code))}</option>`,
      )}</select></label>
    <label>Note <input name="note" maxlength="2000" autocomplete="off" list="house-notes" value="${before?.note ?? ''}" ${needsNote ? html`required` : ''}></label>
    <button data-action="${action}" data-key="${key}" data-sends>${text} <kbd>${key}</kbd></button></fieldset>
  </form>`;
}

/** What the person reads, in English. */
function askWords(code: string): string {
  return textsIn('en').again[code]?.[0] ?? decisionWords(code);
}

/** A reason of a reviewer's decision in words. */
export function decisionWords(code: string): string {
  return REASON_WORDS[code] ?? code.replace(/^(selfie|details)_/, '').replaceAll('_', ' ');
}

/** The form that reopens a decided case. The reviewer then judges it from the beginning. */
export function overturnSection({ session, row, pictures, mayJudge }: CaseView): Html {
  const who = row.decision?.by === 'reviewer' ? 'by a reviewer' : 'automatically';
  return html`<section class="card" aria-labelledby="overturn-title"><h2 id="overturn-title">Reopen the decision</h2>
    <p>This case was ${row.status} ${who}${row.decision ? `, ${dayAndTime(new Date(row.decision.at))}` : ''}. To overturn it, judge the faces again and state the reason in a note.
      You must have signed in within the last five minutes.</p>
    ${mayJudge ? html`<form method="post" action="/desk/cases/${row.id}/overturn">${tokenField(session)}<button>Reopen the decision</button></form>` : seenNotice()}
    ${session.reviewer.role === 'administrator' && pictures.length > 0 ? knownForm(session, row.id) : ''}
  </section>`;
}

/** The form that records a pair with a known answer, to measure reviewers with. */
function knownForm(session: CaseView['session'], id: string) {
  return html`<form class="row" method="post" action="/desk/cases/${id}/known">${tokenField(session)}
    <label>Known answer from another source <select name="truth" required><option value="">choose</option>
      <option value="same">one person</option><option value="different">two people</option></select></label>
    <button class="quiet">Use as a test pair</button></form>`;
}

/** A link for a person who was asked again, with the texts of its messages. Shown once. */
export function linkSection({ session, row, house }: CaseView, link: ReadyLink | null): Html {
  return html`<section class="card" id="link" aria-labelledby="link-title"><h2 id="link-title">The person was asked again</h2>
    ${
      link
        ? html`<p>The link is shown only once. It replaces any earlier link and is valid until the case ends.</p>
        <p><code class="link">${link.url}</code></p>
        <label class="whole">Subject <input readonly value="${link.email.subject}" lang="${link.language}"></label>
        <label class="whole">Email <textarea readonly rows="12" lang="${link.language}">${link.email.text}</textarea></label>
        <label class="whole">SMS <textarea readonly rows="4" lang="${link.language}">${link.sms}</textarea></label>
        <p class="small">The service does not send it. Send it to a known address of the person.</p>`
        : html`<p>Your back end was informed. If you have no page for the person to return to, send them a link.</p>
        <form method="post" action="/desk/cases/${row.id}/link">${tokenField(session)}
          ${house.message.length > 0 ? html`<label>Begin the email with <select name="template"><option value="">nothing more</option>${house.message.map(({ code, text }) => html`<option value="${code}">${text}</option>`)}</select></label> ` : ''}<button>Make a link</button></form>`
    }
  </section>`;
}

const DECISION_TEXTS = {
  approved: 'You approved it.',
  declined: 'You declined it.',
  requires_input: 'You asked the person again.',
};

/** The decision: with a button to take it back while that is possible, then with the decisions of others. */
export function decidedSection(view: CaseView): Html {
  const { session, row, judgement, evidence, now } = view;
  const { outcome, applies_at } = judgement!;
  const left = applies_at ? Math.ceil((applies_at.getTime() - now.getTime()) / 1000) : 0;
  return html`<section class="card" id="decided" aria-labelledby="decided-title" ${applies_at ? html`data-pending` : ''}>
    <h2 id="decided-title" tabindex="-1">${DECISION_TEXTS[outcome!]}</h2>
    ${
      applies_at && left > 0
        ? html`<form method="post" action="/desk/cases/${row.id}/undo" data-part>${tokenField(session)}
          <p>Takes effect <span data-until="${left}" aria-live="off">in ${left} s</span> (<time datetime="${applies_at.toISOString()}">${applies_at.toISOString().slice(11, 19)} UTC</time>).</p>
          <button data-action="undo" data-key="b">Undo <kbd>b</kbd></button></form>`
        : html`<p>${applies_at ? 'It is taking effect.' : savedWords(view)}</p>`
    }
    ${
      evidence && evidence.others.length > 0
        ? html`<h3>Other decisions in this round</h3>${decisionsOf(view)}`
        : ''
    }
    <div class="row">${nextForm(session)}</div>
  </section>`;
}

/** Both positions of a disagreement, for the administrator who settles it, once they have judged the faces themselves. */
function positions(view: CaseView): Html | '' {
  if ((view.evidence?.others.length ?? 0) < 2) return '';
  return html`<div id="positions"><h3>Two reviewers disagree: you settle it</h3>${decisionsOf(view)}</div>`;
}

/** Decisions of others, each with the judgement of the faces, the reasons and the note. */
function decisionsOf({ evidence, pictures, house }: CaseView): Html {
  const hasReference = pictures.includes('reference');
  return html`<ul>${(evidence?.others ?? []).map((one) => {
    const judged = one.likeness !== null || one.life !== null;
    const why = one.reasons.map((code) => houseReason(house, code) ?? decisionWords(code)).join(', ');
    return html`<li><strong class="any">${one.name}</strong>: ${one.outcome.replace('_', ' ')}${judged ? `, “${judgementWords(one, { hasReference })}”` : ''}${why ? `; ${why}` : ''}${one.note ? html` – <q class="any">${one.note}</q>` : ''}</li>`;
  })}</ul>`;
}

/** What happens after a decision that has taken effect, or that others have to agree with. */
function savedWords({ row, judgement, evidence }: CaseView): string {
  const { outcome, is_sample, round } = judgement!;
  if (is_sample || row.decisions !== round || outcome === 'requires_input') return 'Saved.';
  const others = evidence?.others ?? [];
  if (others.some((one) => one.outcome !== outcome))
    return 'Saved. You and the other reviewer disagree. An administrator decides.';
  return 'Saved. A second reviewer decides next, without seeing your decision.';
}
