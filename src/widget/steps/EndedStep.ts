import type { FlowContext } from '../flow/FlowContext.ts';
import type { Step } from '../flow/Step.ts';
import { icon } from '../templates/icon.ts';
import { messageScreen } from '../templates/messageScreen.ts';
import { lastIcons } from './lastIcons.ts';

type EndedContext = Pick<FlowContext, 'screen' | 'messages' | 'returnAddress' | 'leaveForSite'>;

/** The case is canceled or expired: all that is left is the way back. */
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
    });
  }
}
