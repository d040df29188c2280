import { html } from 'hono/html';
import type { Choice } from '../choice.ts';
import type { Outcome } from '../outcome.ts';
import { layout } from './layout.ts';

/** The return page. It shows the back end's knowledge, and updates while that may change. */
export function returnPage(outcome: Outcome, customerId: string, choice: Choice) {
  return layout(
    {
      title: 'Your application',
      description: 'What became of your application, as the back end knows it.',
      styles: ['application'],
      choice,
      scripts: ['outcome'],
    },
    html`
    <div class="outcome" data-outcome data-status="${outcome.status}" data-open="${outcome.isOpen}">
      <section class="verdict" aria-live="polite">
        <span class="mark" aria-hidden="true"></span>
        <h1 data-title>${outcome.title}</h1>
        <p class="lead" data-text>${outcome.text}</p>
        <a class="button" data-link href="${outcome.link.href}">${outcome.link.text}</a>
      </section>
      <section class="story" aria-labelledby="story">
        <h2 id="story">What our back&nbsp;end heard</h2>
        <p>Your browser told it nothing. This comes from the service, by webhook or asked for:</p>
        <ol data-heard>${outcome.heard.map(
          ({ time, what, status }) =>
            html`<li><time>${time}</time><span>${what}</span><code>${status}</code></li>`,
        )}</ol>
        <p class="small">You are <code>${customerId}</code></p>
        <form method="post" action="/leave"><button class="quiet">Leave, and come back as somebody else</button></form>
      </section>
    </div>`,
  );
}
