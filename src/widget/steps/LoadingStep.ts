import { html } from 'lit';
import type { Journey } from '../Journey.ts';
import type { Step } from '../Step.ts';

/** Reads the case. */
export class LoadingStep implements Step {
  readonly #journey: Journey;

  constructor(journey: Journey, signal: AbortSignal) {
    this.#journey = journey;
    journey.open(signal).catch((error) => journey.fail(error, signal));
  }

  render() {
    const { frame } = this.#journey.texts;
    return html`
      <div class="waiting">
        <span class="spinner"></span>
        <p>${frame.loading}</p>
      </div>
    `;
  }
}
