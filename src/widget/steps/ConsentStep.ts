import type { FlowContext, Step, StepClass, WayBack } from '../step/step.ts';
import { consentView } from './consentView.ts';

let loaded: typeof import('./ConsentChoice.ts');

/** The step, together with the script that it needs after the case was read. */
export async function loadConsent(): Promise<StepClass> {
  loaded = await import('./ConsentChoice.ts');
  return ConsentStep;
}

/** Explains the verification, on a first visit already while the case is loading. Then asks for consent. */
export class ConsentStep implements Step {
  readonly #context: FlowContext;
  readonly #signal: AbortSignal;
  #choice: InstanceType<typeof loaded.ConsentChoice> | null = null;

  constructor(context: FlowContext, signal: AbortSignal) {
    this.#context = context;
    this.#signal = signal;
    if (context.case) return;
    // In parallel with the case. Entering the screen loads it again and reports a failure.
    loadConsent().catch(() => undefined);
    context.open(signal).catch((error) => context.fail(error, signal));
  }

  get back(): WayBack {
    return this.#choice?.back ?? null;
  }

  render() {
    const { screen, messages } = this.#context;
    if (screen === 'consent') this.#choice ??= new loaded.ConsentChoice(this.#context, this.#signal);
    return this.#choice?.render() ?? consentView(messages);
  }
}
