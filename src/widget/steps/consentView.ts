import { html } from 'lit';
import type { ErrorReport } from '../events.ts';
import type { Messages } from '../locales/messages.ts';
import { errorBanner } from '../templates/errorBanner.ts';
import { icon } from '../templates/icon.ts';
import { primaryButton } from '../templates/primaryButton.ts';

export interface ConsentParts {
  messages: Pick<Messages, 'consent' | 'ask'>;
  /** Which answer is on its way. */
  busy?: 'agree' | 'decline' | null;
  error?: ErrorReport | null;
  /** Whether the person is asked if they really want to end it. */
  isAsking?: boolean;
  /** The answer of the person; left out where there is no script yet. */
  answer?: (answer: 'agree' | 'decline') => void;
  /** Asks, or takes the question back. */
  turn?: (to: { isAsking: boolean }) => void;
}

/** What will happen, and the choice. */
export function consentView(parts: ConsentParts) {
  const { consent } = parts.messages;
  return html`
    <slot name="intro"></slot>
    <h2 part="heading" tabindex="-1">${consent.title}</h2>
    <p class="lead" part="lead">${consent.lead}</p>
    <ul part="list" class="list">
      ${item('person', consent.details)} ${item('camera', consent.selfie)} ${item('shield', consent.check)}
    </ul>
    <div part="note" class="note">
      <p>${consent.face}</p>
      <details>
        <summary>${consent.moreTitle}</summary>
        <p>${consent.more}</p>
      </details>
    </div>
    ${errorBanner(parts.error ?? null)}
    <div class="actions">${parts.isAsking ? ask(parts) : choice(parts)}</div>
  `;
}

function choice({ messages: { consent }, busy, answer, turn }: ConsentParts) {
  return html`
    ${primaryButton({ label: consent.agree, isBusy: busy === 'agree', press: () => answer?.('agree') })}
    <button type="button" class="plain" part="secondary" aria-describedby="decline-hint" @click=${() => turn?.({ isAsking: true })}>
      ${consent.decline}
    </button>
    <p class="hint" id="decline-hint">${consent.declineHint}</p>
  `;
}

/** Ending can't be undone: one press too many must not do it. */
function ask({ messages, busy, answer, turn }: ConsentParts) {
  return html`
    <p id="ask" class="ask" tabindex="-1"><strong>${messages.ask.stop}</strong> ${messages.consent.declineHint}</p>
    ${primaryButton({ label: messages.ask.no, press: () => turn?.({ isAsking: false }) })}
    <button type="button" class="plain" part="secondary" @click=${() => answer?.('decline')}>
      ${busy === 'decline' ? html`<span class="spinner"></span>` : ''}${messages.ask.yes}
    </button>
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
