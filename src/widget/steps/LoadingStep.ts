import { html } from 'lit';
import type { FlowContext, Step } from '../step/step.ts';

type LoadingContext = Pick<FlowContext, 'messages' | 'open' | 'fail'>;

/** Reads the case. */
export class LoadingStep implements Step {
  readonly #context: LoadingContext;

  constructor(context: LoadingContext, signal: AbortSignal) {
    this.#context = context;
    context.open(signal).catch((error) => context.fail(error, signal));
  }

  render() {
    const { frame } = this.#context.messages;
    return html`
      <div class="waiting">
        <span class="spinner"></span>
        <p>${frame.loading}</p>
      </div>
    `;
  }
}
