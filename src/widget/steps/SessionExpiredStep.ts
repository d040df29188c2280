import type { FlowContext } from '../flow/FlowContext.ts';
import type { Step } from '../flow/Step.ts';
import { messageScreen } from '../templates/messageScreen.ts';
import { lastIcons } from './lastIcons.ts';

type SessionExpiredContext = Pick<FlowContext, 'messages' | 'finish'>;

/** The session is over and no new one was given; nothing that was typed is lost. */
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
