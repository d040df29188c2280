import { html } from 'lit';
import { IdvApiError } from '../../client/errors.ts';
import type { ErrorReport } from '../events.ts';
import type { Journey } from '../Journey.ts';
import type { TakenSelfie } from '../Memory.ts';
import type { Step } from '../Step.ts';
import { waitForCheck } from '../selfie/waitForCheck.ts';
import { progressStyles } from '../styles/progressStyles.ts';
import { errorBanner } from '../templates/errorBanner.ts';
import { primaryButton } from '../templates/primaryButton.ts';

/** Refusals of the pictures themselves: sending them again can't help. */
const NEEDS_NEW_PICTURES = [
  'challenge_expired',
  'challenge_mismatch',
  'image_unreadable',
  'image_too_small',
  'body_too_large',
];

/** Sends the pictures and waits until the check has looked at them. */
export class SendingStep implements Step {
  static readonly styles = progressStyles;
  readonly #journey: Journey;
  readonly #signal: AbortSignal;
  /** How much is sent, 0 to 1. */
  #sent = 0;
  #error: ErrorReport | null = null;

  constructor(journey: Journey, signal: AbortSignal) {
    this.#journey = journey;
    this.#signal = signal;
    journey.preload('submitted');
    void this.#send();
  }

  render() {
    const { sending } = this.#journey.texts;
    if (this.#error) return this.#failure(this.#error);
    const isSent = this.#sent === 1;
    return html`
      <div class="waiting">
        <span class="spinner"></span>
        <h2 tabindex="-1">${isSent ? sending.checking : sending.title}</h2>
        <p class="lead">${sending.lead}</p>
        <progress aria-label=${sending.progress} max="1" .value=${this.#sent}></progress>
      </div>
    `;
  }

  #failure(error: ErrorReport) {
    const { sending } = this.#journey.texts;
    const retake = () => this.#journey.finish('retake');
    const again = () => {
      void this.#send();
      this.#journey.host.focusHeading();
    };
    const isOver = NEEDS_NEW_PICTURES.includes(error.code);
    return html`
      <h2 tabindex="-1">${sending.failedTitle}</h2>
      ${errorBanner(error)}
      <div class="actions">
        ${isOver ? primaryButton({ label: sending.retake, press: retake }) : primaryButton({ label: sending.again, press: again })}
        ${isOver ? '' : html`<button type="button" class="plain" part="secondary" @click=${retake}>${sending.retake}</button>`}
      </div>
    `;
  }

  async #send(): Promise<void> {
    const { client, memory, host } = this.#journey;
    const signal = this.#signal;
    const selfie = memory.selfie;
    if (!selfie) return this.#journey.finish('retake');
    this.#error = null;
    this.#progress(0);
    try {
      const { checkId, ...capture } = selfie;
      const onProgress = (fraction: number) => this.#progress(fraction);
      await client.captureSelfie(checkId, capture, { signal, onProgress }).catch((error) => {
        return this.#unlessTaken(error, selfie);
      });
      this.#progress(1);
      host.announce(this.#journey.texts.sending.checking);
      await waitForCheck(client, checkId, signal);
      memory.selfie = null;
      await this.#journey.readCase(signal);
    } catch (error) {
      this.#error = this.#journey.settle(error, signal);
      if (!signal.aborted) host.focusHeading();
    }
  }

  /** A capture whose answer was lost on the way may have arrived all the same: then the nonce is used up. */
  async #unlessTaken(error: unknown, { checkId }: TakenSelfie): Promise<void> {
    if (!(error instanceof IdvApiError) || error.status !== 409) throw error;
    const { status } = await this.#journey.client.retrieveSelfieCheck(checkId, { signal: this.#signal });
    if (status === 'requires_capture' || status === 'expired') throw error;
  }

  #progress(fraction: number): void {
    this.#sent = fraction;
    this.#journey.host.requestUpdate();
  }
}
