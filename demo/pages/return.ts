import { html } from 'hono/html';
import type { Choice } from '../choice.ts';
import type { Outcome } from '../outcome.ts';
import { layoutAround } from './layout.ts';

/** The return page, before and after the outcome. The head is sent while the service is still being asked. */
export function returnPage(choice: Choice): [string, string] {
  return layoutAround({
    title: 'Your application',
    description: 'What became of your application, as the back end knows it.',
    styles: ['application'],
    choice,
    scripts: ['outcome'],
  });
}

/**
 * The outcome as known to the back end. The page updates it while it may change.
 * @param isAsked whether the service has just confirmed it.
 * @param hasDesk whether this visitor may open the review desk.
 */
export function outcomePart(
  outcome: Outcome,
  customerId: string,
  { isAsked, hasDesk }: { isAsked: boolean; hasDesk: boolean },
): string {
  return String(html`
    <div class="outcome" data-outcome data-status="${outcome.status}" data-open="${outcome.isOpen}">
      <section class="verdict" aria-live="polite">
        <span class="mark" aria-hidden="true"></span>
        <h1 data-title>${outcome.title}</h1>
        <p class="lead" data-text>${outcome.text}</p>
        <a class="button" data-link href="${outcome.link.href}">${outcome.link.text}</a>
        ${hasDesk ? html`<form method="post" action="/desk" target="_blank" data-desk><button class="quiet">Open the review desk</button></form>` : ''}
        <p class="promise" data-promise data-kept="${outcome.promise?.isKept ?? false}">${outcome.promise?.text ?? ''}</p>
        <p class="small" data-stale></p>
        ${isAsked ? '' : html`<p role="alert">The service did not answer when this page was loaded. This is what our back&nbsp;end heard before.</p>`}
      </section>
      <section class="story" aria-labelledby="story">
        <h2 id="story">What our back&nbsp;end heard</h2>
        <p>Your browser told it nothing. This comes from the service, by webhook or asked for:</p>
        <ol data-notices>${outcome.notices.map(
          ({ time, source, status }) =>
            html`<li><time>${time}</time><span>${source}</span><code>${status}</code></li>`,
        )}</ol>
        <p class="small">You are <code>${customerId}</code></p>
        <form method="post" action="/leave"><button class="quiet">Leave, and come back as somebody else</button></form>
      </section>
    </div>`);
}
