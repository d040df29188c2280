import { html, nothing, svg } from 'lit';
import type { FlowContext, Step } from '../step/step.ts';
import { icon } from '../templates/icon.ts';
import { messageScreen } from '../templates/messageScreen.ts';

type EndedContext = Pick<FlowContext, 'screen' | 'messages' | 'site' | 'returnAddress' | 'leaveForSite'>;

/** The case is canceled or expired. Offers only the return to the site, or the site's alternative. */
export class EndedStep implements Step {
  readonly #context: EndedContext;
  readonly #isExpired: boolean;

  constructor(context: EndedContext) {
    this.#context = context;
    this.#isExpired = context.screen === 'expired';
  }

  render() {
    const { messages, returnAddress } = this.#context;
    const { title, text } = this.#isExpired ? messages.expired : messages.canceled;
    const action = { label: messages.frame.backToSite, press: () => this.#context.leaveForSite() };
    return messageScreen({
      picture: this.#isExpired ? lastIcons.clock() : icon('shield'),
      tone: 'calm',
      title,
      text,
      action: returnAddress ? action : undefined,
      more: this.#isExpired ? undefined : this.#otherWay(),
    });
  }

  #otherWay() {
    const { messages, site } = this.#context;
    const { alternativeUrl } = site;
    return html`<slot name="alternative">${
      alternativeUrl
        ? html`<a class="plain" part="secondary" href=${alternativeUrl}>${messages.canceled.other}</a>`
        : nothing
    }</slot>`;
  }
}

type SessionExpiredContext = Pick<FlowContext, 'messages' | 'finish'>;

/** The session has ended and could not be renewed. Nothing that was typed is lost. */
export class SessionExpiredStep implements Step {
  readonly #context: SessionExpiredContext;

  constructor(context: SessionExpiredContext) {
    this.#context = context;
  }

  render() {
    const { frame, sessionExpired } = this.#context.messages;
    const { title, text } = sessionExpired;
    const action = { label: frame.continue, press: () => this.#context.finish('retry') };
    return messageScreen({ picture: lastIcons.clock(), tone: 'calm', title, text, action });
  }
}

/** Milliseconds before the automatic return: enough to read two lines. Any input restarts it. */
const RETURN_AFTER_MS = 8000;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'];

type SubmittedContext = Pick<FlowContext, 'messages' | 'returnsBySelf' | 'leaveForSite' | 'view'>;

/**
 * All input was submitted. The page returns automatically, except for keyboard users, who include screen reader users:
 * they may still be reading, and use the button.
 */
export class SubmittedStep implements Step {
  readonly #context: SubmittedContext;
  #isWaiting = false;

  constructor(context: SubmittedContext, signal: AbortSignal) {
    this.#context = context;
    if (!context.returnsBySelf) return;
    let timer: ReturnType<typeof setTimeout>;
    const begin = () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.#leave(), RETURN_AFTER_MS);
    };
    begin();
    for (const sign of SIGNS) addEventListener(sign, begin, { signal, passive: true });
    signal.addEventListener('abort', () => clearTimeout(timer));
  }

  render() {
    const { messages, returnsBySelf } = this.#context;
    const { submitted } = messages;
    const action = { label: messages.frame.continue, press: () => this.#context.leaveForSite() };
    return messageScreen({
      picture: lastIcons.check(),
      tone: 'good',
      title: submitted.title,
      text: submitted.text,
      note: returnsBySelf && !this.#isWaiting ? submitted.returning : undefined,
      action: returnsBySelf ? action : undefined,
    });
  }

  #leave(): void {
    const { view } = this.#context;
    this.#isWaiting = Boolean(view.root?.querySelector(':focus-visible'));
    if (this.#isWaiting) view.requestUpdate();
    else this.#context.leaveForSite();
  }
}

/** The drawings of the last screens. */
const lastIcons = {
  clock: () => icon('clock', svg`<circle cx="12" cy="12" r="9" /><path d="M12 7v5l3.5 2" />`),
  check: () => icon('check', svg`<path d="m5 12.5 4.6 4.5L19 7.5" />`),
};
