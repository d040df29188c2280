import { html, nothing } from 'lit';
import { icon } from '../icon.ts';

/** A field that was refused. */
export interface Refusal {
  id: string;
  label: string;
}

/**
 * How many fields were refused, heard as soon as it appears, and a link to each of them.
 * @param count the sentence that says how many; empty if none was.
 * @param show brings the person to a field: by itself no link finds a way within a shadow tree.
 */
export function errorSummary(
  count: string,
  refusals: readonly Refusal[],
  show: (field: HTMLElement | null) => unknown,
) {
  const follow = (event: Event, id: string) => {
    event.preventDefault();
    show((event.currentTarget as HTMLElement).closest('form')!.querySelector<HTMLElement>(`#${id}`));
  };
  return html`
    <div class=${count ? 'banner' : nothing} part=${count ? 'error' : nothing}>
      ${count ? icon('alert') : nothing}
      <div>
        <p role="alert">${count}</p>
        ${refusals.map(
          ({ id, label }) =>
            html`<p><a href="#${id}" @click=${(event: Event) => follow(event, id)}>${label}</a></p>`,
        )}
      </div>
    </div>
  `;
}
