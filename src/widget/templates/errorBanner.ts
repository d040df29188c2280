import { html, nothing } from 'lit';
import type { ErrorReport } from '../events.ts';
import { icon } from './icon.ts';

/** A failure in words, announced as soon as it appears. The place for it is always there: that is what makes it heard. */
export function errorBanner(error: Pick<ErrorReport, 'message'> | null) {
  return html`
    <div class="alerts" role="alert">
      ${
        error ? html`<div class="banner" part="error">${icon('alert')}<p>${error.message}</p></div>` : nothing
      }
    </div>
  `;
}
