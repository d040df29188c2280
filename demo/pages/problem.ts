import { html } from 'hono/html';
import { layout } from './layout.ts';

/** A page for an error, in plain words. */
export function problemPage(title: string, text: string) {
  return layout(
    { title, description: text, styles: ['application'] },
    html`<section class="verdict problem">
      <h1>${title}</h1>
      <p class="lead">${text}</p>
      <a class="button" href="/">Back to the start</a>
    </section>`,
  );
}
