import { html, nothing } from 'lit';
import { icon } from './icon.ts';

/** A refused field, and the reason. */
export interface Refusal {
  path: string;
  text: string;
}

/**
 * A list of the problems, with a link to each field. It takes the focus when it appears, so that a screen reader reads
 * it. It does not change while problems are corrected.
 * @param title states the number of problems.
 * @param show moves the focus to a field: links do not work within a shadow tree.
 */
export function errorSummary(title: string, refusals: readonly Refusal[], show: (path: string) => unknown) {
  if (refusals.length === 0) return nothing;
  const follow = (event: Event, path: string) => {
    event.preventDefault();
    show(path);
  };
  return html`
    <div class="banner" part="error" id="summary" role="group" tabindex="-1" aria-labelledby="summary-title">
      ${icon('alert')}
      <div>
        <p id="summary-title">${title}</p>
        <ul>
          ${refusals.map(
            ({ path, text }) =>
              html`<li><a href="#" @click=${(event: Event) => follow(event, path)}>${text}</a></li>`,
          )}
        </ul>
      </div>
    </div>
  `;
}
