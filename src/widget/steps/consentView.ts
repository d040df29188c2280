import { html } from 'lit';
import type { Messages } from '../locales/messages.ts';
import { icon } from '../templates/icon.ts';

/**
 * Explains the verification.
 * @param rest the facts and the choice; omitted while the case is loading.
 * @param detailsText the requested personal details, if the default text does not apply to them.
 */
export function consentView({ consent }: Pick<Messages, 'consent'>, rest?: unknown, detailsText?: string) {
  const { title, text } = consent.details;
  return html`
    <slot name="intro"></slot>
    <h2 part="heading" tabindex="-1">${consent.title}</h2>
    <p class="lead" part="lead">${consent.lead}</p>
    <ul part="list" class="list">
      ${item('person', { title, text: detailsText ?? text })} ${item('camera', consent.selfie)} ${item('shield', consent.check)}
    </ul>
    ${rest ?? html`<div class="waiting"><span class="spinner"></span></div>`}
  `;
}

function item(picture: 'person' | 'camera' | 'shield', { title, text }: { title: string; text: string }) {
  return html`
    <li>
      <span class="bubble">${icon(picture)}</span>
      <div><strong>${title}</strong><p>${text}</p></div>
    </li>
  `;
}
