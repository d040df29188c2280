import { html, nothing } from 'lit';
import type { CredentialRequest, StartedCredentialRequest } from '../../contract/credential.ts';
import { credentialCalls } from '../../contract/credentialCalls.ts';
import { fillText } from '../locales/fillText.ts';
import type { FlowContext } from '../step/step.ts';
import { askWallet, canAskWallet, canFollow, plainData, takeReturn } from './walletApi.ts';
import { type WalletTexts, walletTexts } from './walletTexts.ts';

type WalletContext = Pick<FlowContext, 'messages' | 'client' | 'case' | 'view' | 'readCase' | 'site'>;

/** Polling interval and time limit for the check of the answer, in milliseconds. */
const LOOK_EVERY_MS = 400;
const PATIENCE_MS = 30_000;

/**
 * Offers to share the details from a wallet, or to type them. Any problem with the wallet leads to typing, and nothing
 * is lost.
 */
export class WalletChoice {
  readonly #context: WalletContext;
  readonly #signal: AbortSignal;
  readonly #type: () => void;
  #texts: WalletTexts | null = null;
  #request: StartedCredentialRequest | null = null;
  /** Aborts the request to the wallet if the person prefers to type. */
  readonly #asking = new AbortController();
  #isBusy = false;
  #isRefused: boolean;

  /** @param type continues to the form. */
  constructor(context: WalletContext, signal: AbortSignal, type: () => void) {
    this.#context = context;
    this.#signal = signal;
    this.#type = type;
    this.#isRefused = context.case?.lastError?.code === 'credential_unusable';
    void this.#prepare();
  }

  render() {
    const texts = this.#texts;
    if (!texts || !this.#request) return html`<div class="waiting"><span class="spinner"></span></div>`;
    const { frame } = this.#context.messages;
    return html`
      <h2 part="heading" tabindex="-1">${texts.title}</h2>
      <p class="lead" part="lead">${texts.lead}</p>
      ${this.#isRefused ? html`<div class="banner" part="error" role="alert"><p>${texts.refused}</p></div>` : nothing}
      <div part="note" class="note">
        <p><strong>${this.#who()}</strong><br>${this.#context.messages.consent.title}</p>
        <ul>${this.#asked(texts, this.#request).map((label) => html`<li>${label}</li>`)}</ul>
        <p>${this.#kept()}</p>
      </div>
      <div class="actions choice">
        <button type="button" class="primary" part="primary" id="wallet-share" aria-disabled=${this.#isBusy ? 'true' : nothing} @click=${this.#share}>
          ${this.#isBusy ? frame.loading : texts.share}
        </button>
        <button type="button" class="primary" part="primary" id="wallet-type" @click=${this.#toTyping}>${texts.type}</button>
      </div>
    `;
  }

  #who(): string {
    const { consent } = this.#context.messages;
    return consent.who.replace(/\{\w+\}/, this.#context.site.siteName || location.hostname);
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

  #kept(): string {
    const { tag, consent } = this.#context.messages;
    const { retention } = this.#context.case!;
    const days = (n: number) =>
      new Intl.NumberFormat(tag, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(n);
    return fillText(tag, consent.kept, {
      photos: days(retention.biometricsDays),
      details: days(retention.detailsDays),
    });
  }

  /**
   * The request is loaded before the button is shown: browsers require the wallet to be called during the press. Without the
   * Digital Credentials API a link may open a wallet, which leads back to this page.
   */
  async #prepare(): Promise<void> {
    try {
      const back = takeReturn();
      if (back === 'no') return this.#type();
      if (back)
        return await this.#handIn(back, { protocol: 'direct_post.jwt', data: { response_code: back.code } });
      const { client, messages, case: state } = this.#context;
      const signal = this.#signal;
      const params = { id: state!.id };
      const body = canAskWallet() ? {} : { returnPath: location.pathname + location.search };
      [this.#request, this.#texts] = await Promise.all([
        client.send<StartedCredentialRequest>(credentialCalls.startCredentialRequest, {
          params,
          body,
          signal,
        }),
        walletTexts(messages.tag),
      ]);
      if (!canAskWallet() && !canFollow(this.#request.link)) return this.#type();
      if (!signal.aborted) this.#context.view.focusHeading();
    } catch {
      if (!this.#signal.aborted) this.#type();
    }
  }

  #share = (): void => {
    const request = this.#request;
    if (this.#isBusy || !request) return;
    if (!canAskWallet()) {
      location.assign(request.link!);
      return;
    }
    const asking = askWallet(request.requests, AbortSignal.any([this.#signal, this.#asking.signal]));
    this.#isBusy = true;
    this.#context.view.requestUpdate();
    asking
      .then(({ protocol, data }) => this.#handIn(request, { protocol, data: plainData(data) }))
      .catch(() => this.#toTyping());
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

  #toTyping = (): void => {
    if (this.#signal.aborted || this.#asking.signal.aborted) return;
    this.#asking.abort();
    this.#type();
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
