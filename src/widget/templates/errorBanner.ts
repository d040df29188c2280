import { html, nothing } from 'lit';
import type { ErrorReport } from '../events.ts';
import { icon } from './icon.ts';

/**
 * An error message, announced as soon as it appears. Its container always exists, because screen readers announce only
 * changes of an existing live region.
 */
export function errorBanner(error: Pick<ErrorReport, 'message'> | null) {
  return html`
    <div class="alerts" role="alert">
      ${
        error ? html`<div class="banner" part="error">${icon('alert')}<p>${error.message}</p></div>` : nothing
      }
    </div>
  `;
}
