import { html } from 'hono/html';
import type { Invitation } from '../deskInvitation.ts';
import { layout } from './layout.ts';

/** The page with a fresh link to the review desk. */
export function deskPage({ url, problem }: Invitation) {
  return layout(
    {
      title: 'The review desk',
      description: 'A link to the review desk of this demo, valid once.',
      styles: ['application'],
    },
    html`<section class="verdict problem">
      <h1>${url ? 'Your link to the review desk' : 'There is no link to the review desk'}</h1>
      ${
        url
          ? html`<p class="lead">It signs you in as an administrator of this demo, once, within the next 15 minutes. On the desk, cases
              in review wait for a person.</p>
            <a class="button" href="${url}" target="_blank" rel="noreferrer">Open the desk</a>`
          : html`<p class="lead">${problem}</p><a class="button" href="/">Back to the start</a>`
      }
    </section>`,
  );
}
