import { html } from 'lit';
import type { Messages } from '../locales/messages.ts';
import { icon } from '../templates/icon.ts';

/**
 * The first layer of the consent: what is taken, a line each, so that the button stands on the first screen of a phone.
 * Everything else is one press away.
 * @param rest how long it is kept, the full text, folded, and the choice; omitted while the case is loading.
 */
export function consentView({ consent }: Pick<Messages, 'consent'>, rest?: unknown) {
  return html`
    <slot name="intro"></slot>
    <h2 part="heading" tabindex="-1">${consent.title}</h2>
    <p class="lead" part="lead">${consent.lead}</p>
    <ul part="list" class="list">
      ${item('person', consent.details)} ${item('camera', consent.selfie)} ${item('shield', consent.check)}
    </ul>
    ${rest ?? html`<div class="waiting"><span class="spinner"></span></div>`}
  `;
}

function item(picture: 'person' | 'camera' | 'shield', { title }: { title: string }) {
  return html`
    <li>
      <span class="bubble">${icon(picture)}</span>
      <strong>${title}</strong>
    </li>
  `;
}
