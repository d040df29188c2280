import { html } from 'hono/html';
import { isWaiting } from '../../reviews/claims.ts';
import type { CaseView } from './caseView.ts';
import { copyButton, type Html } from './layout.ts';
import { dayAndTime, inWords, PRIORITIES, referenceOrigins } from './words.ts';

/** What a case is, and its state. Before a judgement it has no result, and no reason for the review. */
export function caseHeader(view: CaseView, tools: Html | ''): Html {
  const { row, pictures, take, reference } = view;
  const { checks, consent } = row;
  const steps = pictures.filter((name) => name !== 'reference').length;
  const frames = take?.trail.length ?? 0;
  return html`<header class="case-head">
    <div class="row"><h1>Case <code>${row.id.slice(-8)}</code></h1> <strong class="state">${stateOf(view)}</strong> ${tools}</div>
    <dl class="facts">
      <div><dt>Id</dt><dd><code data-copied>${row.id}</code> ${copyButton(row.id, 'the id')}</dd></div>
      <div><dt>Reference</dt><dd><bdi class="any">${reference || '–'}</bdi></dd></div>
      <div><dt>Opened</dt><dd>${dayAndTime(row.created_at)}</dd></div>
      ${dueLine(view)}
      ${isWaiting(row) && row.priority !== 1 ? html`<div><dt>Priority</dt><dd>${PRIORITIES[row.priority]}</dd></div>` : ''}
      <div><dt>Personal details</dt><dd>${checks.personalDetails.status === 'completed' ? 'submitted' : 'missing'}</dd></div>
      <div><dt>Selfie</dt><dd>${steps === 0 ? 'none' : `${steps} pictures, ${frames} motion frames`}</dd></div>
      <div><dt>Reference picture</dt><dd>${pictures.includes('reference') ? referenceOrigins[row.assurance.reference] : 'none'}</dd></div>
      <div><dt>Consent</dt><dd>${consent ? `given ${dayAndTime(new Date(consent.at))}` : 'none'}</dd></div>
    </dl>
  </header>`;
}

/** Only a case that waits for a decision is due. */
function dueLine({ row, now }: CaseView): Html | '' {
  if (!isWaiting(row) || !row.due_at) return '';
  return html`<div><dt>Due</dt><dd><time datetime="${row.due_at.toISOString()}">${inWords(row.due_at, now)}</time></dd></div>`;
}

const STATES: Record<CaseView['row']['status'], string> = {
  requires_input: 'Waiting for the person',
  processing: 'Checks are running',
  in_review: 'Waiting for a decision',
  approved: 'Approved',
  declined: 'Declined',
  canceled: 'Canceled',
  expired: 'Expired',
};

/** The state in words. A case that is sampled looks like any other that waits, and one of a reference that waits tells nothing. */
export function stateOf({
  row,
  session,
  withheld,
}: Pick<CaseView, 'row' | 'session'> & { withheld?: CaseView['withheld'] }): string {
  if (withheld === 'sibling') return 'Opens later';
  const isJudge = session.reviewer.role !== 'viewer';
  return STATES[isJudge && isWaiting(row) ? 'in_review' : row.status];
}
