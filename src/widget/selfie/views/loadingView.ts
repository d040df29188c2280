import { html } from 'lit';
import type { Messages } from '../../locales/messages.ts';

/** Shown while something is loading. */
export function loadingView({ frame }: Messages) {
  return html`
    <div class="waiting">
      <span class="spinner"></span>
      <h2 part="heading" tabindex="-1">${frame.loading}</h2>
    </div>
  `;
}
