import { html } from 'lit';
import type { ErrorReport } from '../events.ts';
import { icon } from '../icon.ts';
import type { Journey } from '../Journey.ts';
import type { Step } from '../Step.ts';
import { errorBanner } from '../templates/errorBanner.ts';
import { primaryButton } from '../templates/primaryButton.ts';

const ICONS = ['person', 'camera', 'shield'] as const;

/** Says what will happen and asks for consent. */
export class ConsentStep implements Step {
  readonly #journey: Journey;
  readonly #signal: AbortSignal;
  #busy: 'agree' | 'decline' | null = null;
  #error: ErrorReport | null = null;

  constructor(journey: Journey, signal: AbortSignal) {
    this.#journey = journey;
    this.#signal = signal;
  }

  render() {
    const { consent } = this.#journey.texts;
    return html`
      <h2 tabindex="-1">${consent.title}</h2>
      <p class="lead">${consent.lead}</p>
      <ul class="list">
        ${consent.items.map(
          ({ title, text }, index) => html`
            <li>
              <span class="bubble">${icon(ICONS[index] ?? 'shield')}</span>
              <div><strong>${title}</strong><p>${text}</p></div>
            </li>
          `,
        )}
      </ul>
      <div class="note">
        <p>${consent.biometrics}</p>
        <details>
          <summary>${consent.moreTitle}</summary>
          ${consent.more.map((paragraph) => html`<p>${paragraph}</p>`)}
        </details>
      </div>
      ${errorBanner(this.#error)}
      <div class="actions">
        ${primaryButton({ label: consent.agree, isBusy: this.#busy === 'agree', press: () => this.#answer(true) })}
        <button type="button" class="plain" part="secondary" aria-describedby="decline-hint" @click=${() => this.#answer(false)}>
          ${this.#busy === 'decline' ? html`<span class="spinner"></span>` : ''}${consent.decline}
        </button>
        <p class="hint" id="decline-hint">${consent.declineHint}</p>
      </div>
    `;
  }

  async #answer(biometric: boolean): Promise<void> {
    if (this.#busy) return;
    const { client, texts, host } = this.#journey;
    this.#busy = biometric ? 'agree' : 'decline';
    this.#error = null;
    host.requestUpdate();
    try {
      const consent = { biometric, textVersion: texts.consent.version, locale: texts.tag };
      await client.giveConsent(consent, { signal: this.#signal });
      if (biometric) this.#journey.preload('personal_details');
      else host.emit('idv-cancel', { caseId: this.#journey.case?.id ?? null, reason: 'declined' });
      await this.#journey.readCase(this.#signal);
    } catch (error) {
      this.#error = this.#journey.settle(error, this.#signal);
      this.#busy = null;
      host.requestUpdate();
    }
  }
}
