import { html } from 'hono/html';
import type { Outcome, StoryEntry } from '../story.ts';
import type { CaseView } from './caseView.ts';
import { type Html, tokenField } from './layout.ts';
import { dayAndTime } from './words.ts';

/** What was decided, by whom and why; for every role. */
export function outcomeSection({ story }: CaseView): Html | '' {
  const outcome = story?.outcome;
  if (!outcome) return '';
  return html`<section class="card" id="outcome" aria-labelledby="outcome-title"><h2 id="outcome-title">${outcome.title}</h2>
    <p>${outcomeWords(outcome)}</p>
    ${outcome.note ? html`<p>Note: <q class="any">${outcome.note}</q></p>` : ''}</section>`;
}

export function outcomeWords({ at, reasons }: Outcome): string {
  return [`${dayAndTime(at)}.`, reasons.length > 0 && `Reasons: ${reasons.join('; ')}.`]
    .filter(Boolean)
    .join(' ');
}

/** The history of a case, the latest first, with what reviewers write about it. */
export function storySection({ story, row, siblings, sameDocument, session }: CaseView): Html | '' {
  if (!story) return '';
  return html`<section class="card" id="story" aria-labelledby="story-title"><h2 id="story-title" tabindex="-1">History</h2>
    <p class="row"><a class="button" href="/desk/cases/${row.id}/report.pdf" download>Case as PDF</a></p>
    ${session.reviewer.role === 'viewer' ? '' : commentForm({ session, row })}
    <ol class="story">${story.entries.map(entryLine)}</ol>
    ${otherCases('siblings', 'Cases with the same reference', siblings)}
    ${sameDocument.length > 0 ? otherCases('same-document', 'Cases with the same document', sameDocument) : ''}
  </section>`;
}

function commentForm({ session, row }: Pick<CaseView, 'session' | 'row'>): Html {
  return html`<form class="row" method="post" action="/desk/cases/${row.id}/comments" data-part data-draft="comment">${tokenField(session)}
    <label class="note">Comment for other reviewers <input name="comment" required maxlength="2000" autocomplete="off"></label>
    <button>Comment</button></form>`;
}

function otherCases(id: string, title: string, others: CaseView['siblings']): Html {
  return html`<h3 id="${id}-title">${title}</h3>
    ${
      others.length === 0
        ? html`<p>None.</p>`
        : html`<ul aria-labelledby="${id}-title">${others.map(
            (one) =>
              html`<li><a href="/desk/cases/${one.id}"><code class="whole">${one.id.slice(-8)}</code></a> ${one.state}, opened ${dayAndTime(one.openedAt)}</li>`,
          )}</ul>`
    }`;
}

function entryLine({ at, title, by, lines, note, pictures }: StoryEntry): Html {
  return html`<li><time class="small" datetime="${at.toISOString()}">${dayAndTime(at)}</time>
    <div><strong>${title}</strong>${by ? html` <span class="any">by ${by}</span>` : ''}
    ${lines.map((line) => html`<br><span class="any">${line}</span>`)}
    ${note ? html`<br><q class="any">${note}</q>` : ''}
    ${
      pictures.length === 0
        ? ''
        : html`<details><summary>${pictures.length} pictures</summary><ol class="strip small-strip">${pictures.map(
            ({ url, label }) =>
              html`<li><a href="${url}" data-picture="${label}">${lazyImage(url, label)}<span class="small">${label}</span></a></li>`,
          )}</ol></details>`
    }</div></li>`;
}

/** Pictures in a closed part are loaded, and logged, when it is opened. */
const lazyImage = (url: string, alt: string) =>
  html`<img loading="lazy" src="${url}" alt="${alt}" draggable="false" decoding="async">`;
