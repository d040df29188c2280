import { html, nothing } from 'lit';
import { IdvApiError } from '../../client/errors.ts';
import type { CredentialRequest, StartedCredentialRequest } from '../../contract/credential.ts';
import { credentialCalls } from '../../contract/credentialCalls.ts';
import type { handoffCalls } from '../../contract/handoffCalls.ts';
import { enWallet } from '../../texts/en/enWallet.ts';
import type { ErrorReport } from '../events.ts';
import { fillText } from '../locales/fillText.ts';
import { keptTimes } from '../locales/keptTimes.ts';
import { type WalletTexts, walletTexts } from '../locales/walletTexts.ts';
import type { HandoffPanel } from '../selfie/handoff/HandoffPanel.ts';
import { isComputer } from '../step/isComputer.ts';
import { pause } from '../step/pause.ts';
import type { FlowContext } from '../step/step.ts';
import { errorBanner } from '../templates/errorBanner.ts';
import { askWallet, canAskWallet, canFollow, plainData, takeReturn } from './walletApi.ts';

type WalletContext = Pick<
  FlowContext,
  | 'messages'
  | 'client'
  | 'case'
  | 'view'
  | 'readCase'
  | 'site'
  | 'settle'
  | 'emit'
  | 'notice'
  | 'loadMessages'
>;

interface WalletChoiceOptions {
  /** Continues to the form. */
  type: () => void;
  /** Whether the person comes back from the form. */
  isReturn: boolean;
}

/** Polling interval and time limit for the check of the answer, in milliseconds. */
const LOOK_EVERY_MS = 400;
const PATIENCE_MS = 30_000;
/** Written again: with the other calls of a hand-off it would not fit into the first script, which steps may share. */
const endHandoff: typeof handoffCalls.endHandoff = { method: 'DELETE', path: '/cases/:id/handoff' };

/**
 * Offers to share the details from a wallet, or to type them. Any problem with the wallet leads to typing, and nothing
 * is lost. A computer may hand this step off to a phone, if the policy allows it. That phone offers the return to the
 * computer instead of typing.
 */
export class WalletChoice {
  readonly #context: WalletContext;
  readonly #signal: AbortSignal;
  readonly #type: () => void;
  /** Whether this is the phone of a hand-off, which has no form. */
  readonly #isPhone: boolean;
  #texts: WalletTexts | null = null;
  #request: StartedCredentialRequest | null = null;
  /** Aborts the request to the wallet if the person prefers to type. */
  readonly #asking = new AbortController();
  #isBusy = false;
  #isRefused: boolean;
  #error: ErrorReport | null = null;
  /** Loaded if a phone may use its wallet for this computer; `null` before. */
  #Panel: typeof HandoffPanel | null = null;
  #panel: HandoffPanel | null = null;

  constructor(context: WalletContext, signal: AbortSignal, { type, isReturn }: WalletChoiceOptions) {
    this.#context = context;
    this.#signal = signal;
    const state = context.case!;
    this.#isPhone = state.isPhone;
    this.#type = type;
    this.#isRefused = !isReturn && state.lastError?.code === 'credential_unusable';
    void this.#prepare();
  }

  get back(): (() => void) | null {
    return this.#panel?.back ?? null;
  }

  /** Whether there is a wallet to ask, here or on a phone. */
  get isUsable(): boolean {
    return this.#request !== null && (this.#canAskHere || this.#Panel !== null);
  }

  render() {
    if (this.#panel) return this.#panel.render();
    const texts = this.#texts;
    if (!texts || !(this.#request || this.#error))
      return html`<div class="waiting"><span class="spinner"></span></div>`;
    const { frame } = this.#context.messages;
    const [label, share] = this.#request ? [texts.share, this.#share] : [frame.again, this.#again];
    return html`
      <h2 part="heading" tabindex="-1">${texts.title}</h2>
      <p class="lead" part="lead">${texts.lead}</p>
      ${this.#isRefused ? html`<div class="banner" part="error" role="alert"><p>${texts.refused}</p></div>` : nothing}
      ${this.#request ? this.#summary(texts, this.#request) : nothing}
      ${errorBanner(this.#error)}
      <div class="actions choice">
        <button type="button" class="primary" part="primary" id="wallet-share" aria-disabled=${this.#isBusy ? 'true' : nothing} @click=${share}>
          ${this.#isBusy ? frame.loading : label}
        </button>
        <button type="button" class="plain" part="secondary" id="wallet-type" @click=${this.#toTyping}>${this.#isPhone ? texts.computer : texts.type}</button>
        ${this.#Panel && this.#canAskHere ? this.#phoneButton() : nothing}
      </div>
    `;
  }

  #phoneButton() {
    const { handoff } = this.#context.messages;
    return html`<button type="button" class="plain" part="secondary" id="wallet-phone" @click=${this.#toPhone}>${handoff?.offer}</button>`;
  }

  /** The requested claims, the requesting site, the purpose, and the retention time. */
  #summary(texts: WalletTexts, request: StartedCredentialRequest) {
    const { messages, case: state } = this.#context;
    return html`
      <div part="note" class="note">
        <p><strong>${this.#who()}</strong><br>${messages.consent.title}</p>
        <ul>${this.#asked(texts, request).map((label) => html`<li>${label}</li>`)}</ul>
        <p>${messages.consent.keptTitle}</p>
        <ul>${keptTimes(messages, state!, Date.now()).map((line) => html`<li>${line}</li>`)}</ul>
      </div>
    `;
  }

  #who(): string {
    const { tag, consent } = this.#context.messages;
    return fillText(tag, consent.who, { site: this.#context.site.siteName || location.hostname });
  }

  #asked({ portrait }: WalletTexts, { asked }: StartedCredentialRequest): string[] {
    const { details } = this.#context.messages;
    const labels: Record<string, string> = {
      givenName: details.givenName,
      familyName: details.familyName,
      dateOfBirth: details.dateOfBirth,
      portrait,
      nationalities: details.nationality,
      address: details.addressTitle,
      email: details.email,
      phone: details.phone,
    };
    return asked.map((claim) => labels[claim]!);
  }

  get #canAskHere(): boolean {
    return canAskWallet() || canFollow(this.#request?.link ?? null);
  }

  /**
   * The request is loaded before the button is shown: browsers require the wallet to be called during the press. Without the
   * Digital Credentials API a link may open a wallet, which leads back to this page.
   */
  async #prepare(): Promise<void> {
    const { client, messages, case: state } = this.#context;
    const signal = this.#signal;
    this.#request = this.#error = null;
    try {
      this.#texts ??= await walletTexts(messages.tag);
      const back = takeReturn();
      if (back === 'no' && !this.#isPhone) return this.#type();
      if (back && back !== 'no')
        return await this.#handIn(back, { protocol: 'direct_post.jwt', data: { response_code: back.code } });
      const body = canAskWallet() ? {} : { returnPath: location.pathname + location.search };
      [this.#request, this.#Panel] = await Promise.all([
        client.send<StartedCredentialRequest>(credentialCalls.startCredentialRequest, {
          params: { id: state!.id },
          body,
          signal,
        }),
        this.#Panel ?? this.#findPhone(),
      ]);
      if (await this.#Panel?.isRunning(client, signal, 'credential')) return this.#toPhone();
      if (!this.#canAskHere && !this.#Panel) return this.#toTyping();
      if (!signal.aborted) this.#context.view.focusHeading();
    } catch (error) {
      await this.#failed(error);
    }
  }

  /** Loads the script and the texts of the hand-off, if a phone may be used. */
  async #findPhone(): Promise<typeof HandoffPanel | null> {
    const context = this.#context;
    if (!context.case!.credential.qr || !isComputer()) return null;
    try {
      const [{ HandoffPanel }] = await Promise.all([
        import('../selfie/handoff/HandoffPanel.ts'),
        context.loadMessages('handoff'),
      ]);
      if (context.messages.handoff) return HandoffPanel;
    } catch {
      // Reported below.
    }
    context.notice('handoff_missing', 'The script or the texts of the hand-off to a phone did not load.');
    return null;
  }

  #toPhone = (): void => {
    const { share, waiting } = this.#texts!;
    const leave = () => {
      this.#panel = null;
      // The request may have expired in the meantime.
      void this.#prepare();
      this.#context.view.requestUpdate();
    };
    this.#panel = new this.#Panel!(this.#context, this.#signal, {
      leave,
      step: 'credential',
      texts: { title: share, waitingLead: waiting },
    });
    this.#context.view.focusHeading();
  };

  #share = (): void => {
    const request = this.#request;
    if (this.#isBusy || !request) return;
    if (!this.#canAskHere) {
      this.#toPhone();
      return;
    }
    if (!canAskWallet()) {
      location.assign(request.link!);
      return;
    }
    const asking = askWallet(request.requests, AbortSignal.any([this.#signal, this.#asking.signal]));
    this.#turnBusy({ isBusy: true });
    asking.then(
      ({ protocol, data }) =>
        this.#handIn(request, { protocol, data: plainData(data) }).catch((error) => this.#failed(error)),
      // On a phone the person may press again, or return to the computer.
      () => (this.#isPhone ? this.#turnBusy({ isBusy: false }) : this.#toTyping()),
    );
  };

  async #handIn({ id }: { id: string }, body: { protocol: string; data: unknown }): Promise<void> {
    const { client } = this.#context;
    const signal = this.#signal;
    await client.send(credentialCalls.answerCredentialRequest, { params: { id }, body, signal });
    const until = Date.now() + PATIENCE_MS;
    while (Date.now() < until) {
      const { status } = await client.send<CredentialRequest>(credentialCalls.retrieveCredentialRequest, {
        params: { id },
        signal,
      });
      if (status === 'done' || status === 'expired') break;
      await pause(LOOK_EVERY_MS, signal);
    }
    await this.#context.readCase(signal);
  }

  /** Handles a failure. On a computer, typing is the alternative. A phone shows the problem. */
  async #failed(error: unknown): Promise<void> {
    const signal = this.#signal;
    if (!this.#isPhone) return this.#toTyping();
    // An answer is being checked, or the case has moved on: it is read again after a delay.
    if (error instanceof IdvApiError && error.status === 409)
      await pause(LOOK_EVERY_MS, signal).catch(() => undefined);
    if (signal.aborted) return;
    // The texts of the language may be the part that failed to load.
    this.#texts ??= enWallet;
    this.#request = null;
    this.#error = this.#context.settle(error, signal);
    this.#turnBusy({ isBusy: false });
  }

  #again = (): void => {
    void this.#prepare();
    this.#context.view.requestUpdate();
  };

  #turnBusy({ isBusy }: { isBusy: boolean }): void {
    this.#isBusy = isBusy;
    this.#context.view.requestUpdate();
  }

  /** Shows the form; on a phone, returns to the computer, which has the form. */
  #toTyping = (): void => {
    if (this.#signal.aborted || this.#asking.signal.aborted) return;
    this.#asking.abort();
    if (this.#isPhone) void this.#leave();
    else this.#type();
  };

  /** Ends the hand-off. If the request fails, the computer can end it. */
  async #leave(): Promise<void> {
    const { client, case: state } = this.#context;
    const { id } = state!;
    const signal = this.#signal;
    // See above.
    await client.send(endHandoff, { params: { id }, signal }).catch(() => undefined);
    this.#context.emit('idv-cancel', { caseId: id, reason: 'closed' });
  }
}
