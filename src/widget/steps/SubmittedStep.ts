import type { FlowContext } from '../flow/FlowContext.ts';
import type { Step } from '../flow/Step.ts';
import { messageScreen } from '../templates/messageScreen.ts';
import { lastIcons } from './lastIcons.ts';

/** Long enough to read two lines without hurry. Any input restarts it. */
const RETURN_AFTER_MS = 8000;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'];

type SubmittedContext = Pick<FlowContext, 'messages' | 'returnsBySelf' | 'leaveForSite' | 'view'>;

/**
 * Everything was sent. How it came out is none of the page's business. The page goes back by itself, but not from a person who
 * came by keyboard, as people with a screen reader do: they may still be reading, and have the button.
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
