import { html } from 'lit';
import { createSelfieClient, type SelfieClient } from '../../client/createSelfieClient.ts';
import { IdvApiError } from '../../client/errors.ts';
import type { ErrorReport } from '../events.ts';
import { pause } from '../step/pause.ts';
import type { FlowContext, Step, TakenSelfie, WayBack } from '../step/step.ts';
import { whenOnline } from '../step/whenOnline.ts';
import { progressStyles } from '../styles/progressStyles.ts';
import { errorBanner } from '../templates/errorBanner.ts';
import { primaryButton } from '../templates/primaryButton.ts';
import { notePhotos } from './capture/waitingPhotos.ts';

/** Codes that refuse the pictures themselves: sending them again can't help. */
const NEEDS_NEW_PICTURES = [
  'challenge_expired',
  'challenge_mismatch',
  'image_unreadable',
  'image_too_small',
  'body_too_large',
];

type SendingContext = Pick<
  FlowContext,
  'messages' | 'client' | 'drafts' | 'view' | 'preload' | 'finish' | 'readCase' | 'settle'
>;

/** Sends the pictures and waits until the check has judged them. */
export class SendingStep implements Step {
  static readonly styles = progressStyles;
  readonly #context: SendingContext;
  readonly #signal: AbortSignal;
  /** The fraction that was sent, 0 to 1. */
  #sent = 0;
  #error: ErrorReport | null = null;

  constructor(context: SendingContext, signal: AbortSignal) {
    this.#context = context;
    this.#signal = signal;
    context.preload('submitted');
    void this.#send();
  }

  get back(): WayBack {
    return this.#error ? null : false;
  }

  /** Back to the photos, which are still there. */
  get undo(): (() => void) | null {
    return this.#error && (() => this.#context.finish('retake'));
  }

  render() {
    const { sending } = this.#context.messages;
    if (this.#error) return this.#failure(this.#error);
    const isSent = this.#sent === 1;
    return html`
      <div class="waiting">
        <span class="spinner"></span>
        <h2 part="heading" tabindex="-1">${isSent ? sending.checking : sending.title}</h2>
        <p class="lead" part="lead">${sending.lead}</p>
        <progress aria-label=${isSent ? sending.checking : sending.title} max="1" .value=${this.#sent}></progress>
      </div>
    `;
  }

  #failure(error: ErrorReport) {
    const { sending } = this.#context.messages;
    const retake = () => {
      this.#context.drafts.selfie = null;
      this.#context.finish('retake');
    };
    const restart = () => this.#again();
    const isOver = NEEDS_NEW_PICTURES.includes(error.code);
    const { errors, problem } = this.#context.messages;
    const isOffline = error.code === 'offline';
    return html`
      <h2 part="heading" tabindex="-1">${isOffline ? errors.offline : problem.title}</h2>
      ${isOffline ? '' : errorBanner(error)}
      <div class="actions">
        ${isOver ? primaryButton({ label: sending.retake, press: retake }) : primaryButton({ label: this.#context.messages.frame.again, press: restart })}
        ${isOver ? '' : html`<button type="button" class="plain" part="secondary" @click=${retake}>${sending.retake}</button>`}
      </div>
    `;
  }

  /** Never sends twice at once: a button press and the returning connection may coincide. */
  #again(): void {
    if (!this.#error) return;
    void this.#send();
    this.#context.view.focusHeading();
  }

  async #send(): Promise<void> {
    const { drafts, view } = this.#context;
    const client = createSelfieClient(this.#context.client);
    const signal = this.#signal;
    const selfie = drafts.selfie;
    if (!selfie) return this.#context.finish('retake');
    this.#error = null;
    this.#progress(0);
    try {
      const { id, challenge } = selfie.check;
      const capture = { nonce: challenge.nonce, ...selfie.recording };
      const onProgress = (fraction: number) => this.#progress(fraction);
      await client.captureSelfie(id, capture, { signal, onProgress }).catch((error) => {
        return this.#unlessTaken(error, selfie);
      });
      this.#progress(1);
      view.announce(this.#context.messages.sending.checking);
      await waitForCheck(client, id, signal);
      drafts.selfie = null;
      notePhotos(null);
      await this.#context.readCase(signal);
    } catch (error) {
      this.#error = this.#context.settle(error, signal);
      if (!signal.aborted) view.focusHeading();
      if (this.#error?.code === 'offline') whenOnline(signal, () => this.#again());
    }
  }

  /**
   * Rethrows an error unless the service has received the capture. If only the response was lost, the nonce is used up
   * and a retry is refused.
   */
  async #unlessTaken(error: unknown, { check }: TakenSelfie): Promise<void> {
    if (!(error instanceof IdvApiError) || error.status !== 409) throw error;
    const { status } = await createSelfieClient(this.#context.client).retrieveSelfieCheck(check.id, {
      signal: this.#signal,
    });
    if (status === 'requires_capture' || status === 'expired') throw error;
  }

  #progress(fraction: number): void {
    this.#sent = fraction;
    this.#context.view.requestUpdate();
  }
}

/** Milliseconds between two polls: short at first, because most checks take less than a second. */
const PAUSES = [300, 400, 600, 800, 1000, 1500, 2000];
/** Milliseconds after which the person no longer waits; the check continues. */
const PATIENCE_MS = 60_000;

/** Polls until the service has judged the pictures, or for a minute. Ends at once with the signal. */
async function waitForCheck(client: SelfieClient, checkId: string, signal: AbortSignal): Promise<void> {
  for (let look = 0, waited = 0; waited < PATIENCE_MS; look++) {
    const { status } = await client.retrieveSelfieCheck(checkId, { signal });
    if (status !== 'processing') return;
    const ms = PAUSES[Math.min(look, PAUSES.length - 1)]!;
    await pause(ms, signal);
    waited += ms;
  }
}
