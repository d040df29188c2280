import type { Journey } from '../Journey.ts';
import type { Step } from '../Step.ts';
import { messageScreen } from '../templates/messageScreen.ts';

/** The case is canceled: all that is left is the way back. */
export class CanceledStep implements Step {
  readonly #journey: Journey;

  constructor(journey: Journey) {
    this.#journey = journey;
  }

  render() {
    const { title, text, back } = this.#journey.texts.canceled;
    const action = { label: back, press: () => this.#journey.leaveForSite() };
    return messageScreen({
      picture: 'shield',
      tone: 'calm',
      title,
      text,
      action: this.#journey.returnAddress ? action : undefined,
    });
  }
}
