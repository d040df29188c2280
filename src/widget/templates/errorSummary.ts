import { html, nothing } from 'lit';

/** How many fields were refused and why, heard as soon as it appears. */
export function errorSummary(errors: ReadonlyMap<string, string>, count: (errors: number) => string) {
  return html`
    <div class="alerts" role="alert">
      ${errors.size > 0 ? html`<p class="banner" part="error">${count(errors.size)}</p>` : nothing}
    </div>
  `;
}
