import type { Journey } from '../Journey.ts';
import type { Step } from '../Step.ts';
import { messageScreen } from '../templates/messageScreen.ts';

/** The session is over and no new one was given; nothing that was typed is lost. */
export class SessionExpiredStep implements Step {
  readonly #journey: Journey;

  constructor(journey: Journey) {
    this.#journey = journey;
  }

  render() {
    const { title, text, again } = this.#journey.texts.sessionExpired;
    const action = { label: again, press: () => this.#journey.finish('retry') };
    return messageScreen({ picture: 'clock', tone: 'calm', title, text, action });
  }
}
