import { handoffCalls } from '../../contract/handoffCalls.ts';
import { type WalletTexts, walletTexts } from '../locales/walletTexts.ts';
import { findHandoff, type OfferedHandoff, takesHandoff } from '../selfie/handoff/findHandoff.ts';
import type { HandoffPanel } from '../selfie/handoff/HandoffPanel.ts';
import type { FlowContext } from '../step/step.ts';

type PhoneContext = Pick<
  FlowContext,
  | 'case'
  | 'client'
  | 'emit'
  | 'loadMessages'
  | 'messages'
  | 'notice'
  | 'readCase'
  | 'settle'
  | 'site'
  | 'view'
>;

/** The way to a phone, in place of the camera of this computer. */
export interface PhoneWay {
  label: string;
  /** Whether it stands before all others: this computer has no camera. */
  isFirst: boolean;
  press: () => unknown;
}

/** The hand-off of the document, on both of its devices. One session of the phone shows the document, and later takes the selfie. */
export class DocumentPhone {
  readonly #context: PhoneContext;
  readonly #signal: AbortSignal;
  #handoff: OfferedHandoff | null = null;
  #texts: WalletTexts | null = null;
  /** Whether this is the phone: it has no form to go on to. */
  readonly isHere: boolean;

  constructor(context: PhoneContext, signal: AbortSignal) {
    this.#context = context;
    this.#signal = signal;
    this.isHere = context.case!.isPhone;
  }

  /**
   * Loads what says how to go on elsewhere: on a computer the hand-off, without which everything else works.
   * @returns whether a hand-off runs, which is to be shown.
   * @throws the browser's error if the phone's own texts fail to load.
   */
  async load(): Promise<boolean> {
    const context = this.#context;
    const { tag } = context.messages;
    if (this.isHere) {
      this.#texts = await walletTexts(tag);
      return false;
    }
    if (!takesHandoff(context.case!)) return false;
    try {
      const found = await Promise.all([findHandoff(context, this.#signal, 'document'), walletTexts(tag)]);
      [this.#handoff, this.#texts] = found;
      return found[0].isDue;
    } catch {
      // The camera of this computer, and the way without a document, remain.
      if (!this.#signal.aborted)
        context.notice('handoff_missing', 'The script of the hand-off to a phone did not load.');
      return false;
    }
  }

  /** @param isDrawn whether the drawn document was chosen instead of a camera, so that none is missing. */
  way(press: () => unknown, { isDrawn }: { isDrawn: boolean }): PhoneWay | null {
    if (!this.#handoff) return null;
    return { label: this.#offer, isFirst: this.#handoff.isFirst && !isDrawn, press };
  }

  /** @param leave returns to this computer. */
  panel(signal: AbortSignal, leave: () => void): HandoffPanel {
    const texts = { title: this.#offer, waitingLead: this.#texts!.waiting };
    return new this.#handoff!.Panel(this.#context, signal, { leave, step: 'document', texts });
  }

  /** On the phone, in place of going on without a document: that is done on the computer. */
  get toComputer(): { label: string; hint: null; press: () => unknown } {
    return { label: this.#texts!.computer, hint: null, press: () => this.#end() };
  }

  get #offer(): string {
    return this.#context.messages.handoff!.offer;
  }

  /** Ends the hand-off. If that does not arrive, the computer does. */
  async #end(): Promise<void> {
    const { client, case: state } = this.#context;
    const { id } = state!;
    const { endHandoff } = handoffCalls;
    // A failure loses nothing: the computer can end it too, and its time runs out.
    await client.send(endHandoff, { params: { id }, signal: this.#signal }).catch(() => undefined);
    this.#context.emit('idv-cancel', { caseId: id, reason: 'closed' });
  }
}
