import { html } from 'hono/html';
import { isWaiting } from '../../reviews/claims.ts';
import { hasRole } from '../deskRoutes.ts';
import { caseHeader } from './caseHeader.ts';
import type { CaseView } from './caseView.ts';
import { decidedSection, decisionSection, linkSection, overturnSection } from './decision.ts';
import { documentSection } from './document.ts';
import { facesSection } from './faces.ts';
import { hitsSection } from './hits.ts';
import { judgementSection, ownJudgement } from './judgement.ts';
import { type Html, layout, tokenField } from './layout.ts';
import { measuredSection, personSection } from './measured.ts';
import { nextForm } from './queue.ts';
import { outcomeSection, storySection } from './story.ts';
import { transcriptionSection } from './transcription.ts';
import { seenNotice, withheldSection } from './withheld.ts';
import { PRIORITIES } from './words.ts';

/**
 * The page of a case. Its order keeps evidence from influencing the judgement of the faces. On a wide screen the faces stay on
 * the left while the rest scrolls.
 */
export function casePage(view: CaseView): Html {
  const { session, row, isHeld, isOverturning, judgement, evidence, idleMinutes, link } = view;
  const seesFaces = isHeld || isOverturning || evidence !== null;
  const hasChosen = judgement?.outcome != null;
  const isReviewer = hasRole(session.reviewer, 'reviewer');
  const acts = isHeld || isOverturning;
  const isDecided = row.status === 'approved' || row.status === 'declined';
  const canOverturn =
    isReviewer &&
    view.withheld !== 'sibling' &&
    isDecided &&
    !isWaiting(row) &&
    !isOverturning &&
    !judgement?.applies_at;
  const rest = html`${hasChosen && !judgement.applies_at ? html`<span hidden data-decided="${row.id}"></span>` : ''}
      ${acts || !isWaiting(row) ? '' : claimSection(view)}
      ${acts ? '' : outcomeSection(view)}
      ${acts ? '' : withheldSection(view)}
      ${row.status === 'requires_input' && isReviewer ? linkSection(view, link) : ''}
      ${acts && !evidence ? beforeEvidence(view) : ''}
      ${evidence ? html`<div id="evidence">${ownJudgement(view)}${measuredSection(view, evidence)}${personSection(view, evidence)}${documentSection(view, evidence.document)}${hitsSection(view, evidence)}</div>` : ''}
      ${hasChosen ? decidedSection(view) : ''}
      ${acts && evidence && !hasChosen ? decisionSection(view) : ''}
      ${storySection(view)}
      ${canOverturn ? overturnSection(view) : ''}`;
  return layout({
    title: `Case ${row.id.slice(-8)}`,
    session,
    idleMinutes,
    isWide: true,
    main: html`<div data-head ${isHeld ? html`data-case="${row.id}"` : ''}>${caseHeader(view, isHeld ? toolbar(view) : '')}</div>
      ${
        seesFaces
          ? html`<div class="work"><div class="stay">${facesSection(view)}</div><div class="rest" data-rest ${acts ? html`data-draft-of="${row.id}"` : ''}>${rest}</div></div>`
          : html`<div data-rest>${rest}</div>`
      }`,
  });
}

function toolbar({ session, row, colleagues }: CaseView) {
  const base = `/desk/cases/${row.id}`;
  return html`<div class="row act">
    ${priorityForm({ session, row })}
    <form class="row" method="post" action="${base}/skip">${tokenField(session)}
      <select name="to" aria-label="Pass on; to"><option value="">to anybody</option>${colleagues.map(
        ({ id, name }) => html`<option value="${id}">to ${name}</option>`,
      )}</select>
      <select name="reason" aria-label="Pass on; reason">
        <option value="hand on">reason not stated</option><option value="known person">I know the person</option>
        <option value="too hard">too difficult for me</option><option value="language">in another language</option>
      </select><button class="quiet">Pass on</button></form>
    <form method="post" action="${base}/release">${tokenField(session)}<button class="quiet">Return to queue</button></form>
    ${nextForm(session, { isQuiet: true })}
  </div>`;
}

function priorityForm({ session, row }: Pick<CaseView, 'session' | 'row'>): Html {
  return html`<form class="row" method="post" action="/desk/cases/${row.id}/priority">${tokenField(session)}
      <select name="priority" aria-label="Priority">${PRIORITIES.map(
        (text, value) =>
          html`<option value="${value}" ${value === row.priority ? html`selected` : ''}>${text}</option>`,
      )}</select><button class="quiet">Set priority</button></form>`;
}

function claimSection({ session, row, claimant, judgement, mayJudge }: CaseView) {
  if (judgement?.outcome != null) return '';
  if (!mayJudge && session.reviewer.role !== 'viewer') return seenNotice();
  if (session.reviewer.role === 'viewer')
    return html`<p class="small">You are viewing this case; every view is logged.</p>`;
  const claim = (text: string, fields: Html | string = '') =>
    html`<form class="row" method="post" action="/desk/cases/${row.id}/claim">${tokenField(session)}${fields}<button class="primary">${text}</button></form>`;
  if (!claimant)
    return html`<div class="row">${claim('Claim this case')}${priorityForm({ session, row })}</div>`;
  const takeover = html`<input type="hidden" name="takeover" value="yes"><label>Reason <input name="note" required maxlength="500"></label>`;
  return html`<section class="card"><p><strong>${claimant}</strong> claimed this case at
    <time>${row.claimed_at!.toISOString().slice(11, 16)} UTC</time>.</p>
    ${session.reviewer.role === 'administrator' ? claim('Take over', takeover) : ''}</section>`;
}

/** What a reviewer has to do before they see the evidence. */
function beforeEvidence(view: CaseView): Html | '' {
  if (view.toTranscribe) return transcriptionSection(view, view.toTranscribe);
  return view.withheld === 'unread_document' ? withheldSection(view) : judgementSection(view);
}
