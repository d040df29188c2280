import type { Journey } from '../Journey.ts';
import type { Step } from '../Step.ts';
import { messageScreen } from '../templates/messageScreen.ts';

/** Long enough to read two lines; the button is there for those who don't want to wait. */
const RETURN_AFTER_MS = 3000;

/** Everything was sent. How it came out is none of the page's business. */
export class SubmittedStep implements Step {
  readonly #journey: Journey;

  constructor(journey: Journey, signal: AbortSignal) {
    this.#journey = journey;
    if (!this.#returns) return;
    const timer = setTimeout(() => journey.leaveForSite(), RETURN_AFTER_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
  }

  render() {
    const { submitted } = this.#journey.texts;
    const action = { label: submitted.continue, press: () => this.#journey.leaveForSite() };
    return messageScreen({
      picture: 'check',
      tone: 'good',
      title: submitted.title,
      text: submitted.text,
      note: this.#returns ? submitted.returning : undefined,
      action: this.#returns ? action : undefined,
    });
  }

  get #returns(): boolean {
    return !this.#journey.host.noRedirect && this.#journey.returnAddress !== null;
  }
}
