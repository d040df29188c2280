import type { ErrorReport } from '../events.ts';
import type { FlowContext, Step } from '../step/step.ts';
import { whenOnline } from '../step/whenOnline.ts';
import { consentView } from './consentView.ts';

/** Recorded with the consent; changes whenever the meaning of its texts does. */
const CONSENT_VERSION = '2026-11-22';

type ConsentContext = Pick<
  FlowContext,
  'messages' | 'client' | 'case' | 'view' | 'emit' | 'open' | 'preload' | 'readCase' | 'settle' | 'fail'
>;

/** Says what will happen and asks for consent; on a new visit already while the case is being read. */
export class ConsentStep implements Step {
  readonly #context: ConsentContext;
  readonly #signal: AbortSignal;
  #busy: 'agree' | 'decline' | null = null;
  #error: ErrorReport | null = null;
  /** Whether the person was asked if they really want to end it. */
  #isAsking = false;
  /** Settles once the case was read. */
  readonly #opened: Promise<void>;

  constructor(context: ConsentContext, signal: AbortSignal) {
    this.#context = context;
    this.#signal = signal;
    this.#opened = context.case ? Promise.resolve() : context.open(signal);
    this.#opened.catch((error) => context.fail(error, signal));
  }

  render() {
    return consentView({
      messages: this.#context.messages,
      busy: this.#busy,
      error: this.#error,
      isAsking: this.#isAsking,
      answer: (answer) => this.#answer(answer),
      turn: (to) => this.#turn(to),
    });
  }

  async #turn({ isAsking }: { isAsking: boolean }): Promise<void> {
    if (this.#busy) return;
    this.#isAsking = isAsking;
    const { view } = this.#context;
    view.requestUpdate();
    await view.updateComplete;
    // The button that was pressed is gone, and the focus with it.
    view.root?.querySelector<HTMLElement>(isAsking ? '#ask' : '[part=secondary]')?.focus();
  }

  async #answer(answer: 'agree' | 'decline'): Promise<void> {
    if (this.#busy) return;
    const { messages, view } = this.#context;
    this.#busy = answer;
    this.#error = null;
    view.requestUpdate();
    try {
      const biometric = answer === 'agree';
      const consent = { biometric, textVersion: CONSENT_VERSION, locale: messages.tag };
      await this.#opened;
      // The case stands elsewhere: its own screen is on the way.
      if (this.#context.case?.requirements.currentlyDue[0] !== 'consent') return;
      await this.#context.client.giveConsent(consent, { signal: this.#signal });
      if (biometric) this.#context.preload('personal_details');
      else this.#context.emit('idv-cancel', { caseId: this.#context.case?.id ?? null, reason: 'declined' });
      await this.#context.readCase(this.#signal);
    } catch (error) {
      this.#error = this.#context.settle(error, this.#signal);
      this.#busy = null;
      view.requestUpdate();
      if (this.#error?.code === 'offline') whenOnline(this.#signal, () => this.#answer(answer));
    }
  }
}
