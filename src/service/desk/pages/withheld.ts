import { html } from 'hono/html';
import type { CaseView } from './caseView.ts';
import { type Html, tokenField } from './layout.ts';

/** Why a case shows no evidence yet, with the button that opens a decided one. Empty if the faces come first, or nothing is withheld. */
export function withheldSection({ session, row, withheld }: CaseView): Html | '' {
  if (withheld === 'open')
    return html`<p class="card">Details and measurements are shown to reviewers after they have judged the faces. This case is not in review.</p>`;
  if (withheld === 'unread_document')
    return html`<p class="card">Its document is being read. Details and measurements are shown after that: where no machine can read it, you type it without having seen them. Load the page again in a moment.</p>`;
  if (withheld === 'sibling')
    return html`<p class="card">Another case with this reference waits for a judgement that you may make. This case opens after it.</p>`;
  if (withheld !== 'unread') return '';
  return html`<section class="card" aria-labelledby="look-title"><h2 id="look-title">Details and measurements</h2>
    <p>You have not judged this case. Whoever sees its evidence cannot judge it again, nor reopen the decision.</p>
    <form method="post" action="/desk/cases/${row.id}/look">${tokenField(session)}<button>Show everything</button></form></section>`;
}

/** Says that somebody else has to judge. */
export const seenNotice = (): Html =>
  html`<p class="small">You have seen the evidence of this case: another reviewer has to judge it.</p>`;
