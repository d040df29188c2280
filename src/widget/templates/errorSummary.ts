import { html, nothing } from 'lit';
import { icon } from './icon.ts';

/** A field that was refused, and why. */
export interface Refusal {
  path: string;
  text: string;
}

/**
 * What is to be mended, with a link to each field. It takes the focus when it appears, and is read then; what is mended
 * meanwhile doesn't change it.
 * @param title how many there are.
 * @param show brings the person to a field: by itself no link finds a way within a shadow tree.
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
