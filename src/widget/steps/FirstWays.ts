import type { TemplateResult } from 'lit';
import type { SessionCase } from '../../contract/case.ts';
import type { DocumentChoice } from '../document/DocumentChoice.ts';
import { hasDraft } from '../form/hasDraft.ts';
import { loadDraftStore } from '../form/loadDraftStore.ts';
import type { DetailsDraft } from '../step/detailsDraft.ts';
import type { FlowContext, WayBack } from '../step/step.ts';
import type { WalletChoice } from '../wallet/WalletChoice.ts';

type WaysContext = Pick<
  FlowContext,
  | 'site'
  | 'messages'
  | 'client'
  | 'case'
  | 'drafts'
  | 'assetBase'
  | 'testFace'
  | 'view'
  | 'loadMessages'
  | 'readCase'
  | 'settle'
  | 'fail'
  | 'emit'
  | 'notice'
>;

/** The form that follows. */
interface FollowingForm {
  draft: () => DetailsDraft;
  /** Given by the form, which has it: a script that both imported would be one more to load. */
  draftFrom: (prefill: SessionCase['prefill']) => DetailsDraft;
  /** Takes over the draft of the flow. */
  fill: () => void;
  show: () => void;
  hide: () => void;
  /** Explains the fields that a credential proves. */
  explain: (source: string) => void;
  failed: (error: unknown, again: () => unknown) => void;
}

/**
 * What comes before the form: the details may be shared from a wallet, then a document is held before the camera. Only cases
 * that ask for one of them load it.
 */
export class FirstWays {
  readonly #context: WaysContext;
  readonly #signal: AbortSignal;
  readonly #form: FollowingForm;
  #choice: WalletChoice | DocumentChoice | null = null;
  #way: 'wallet' | 'document' | null = null;
  /** Whether a wallet could be asked when it was offered; true before. */
  #isWalletThere = true;

  constructor(context: WaysContext, signal: AbortSignal, form: FollowingForm) {
    this.#context = context;
    this.#signal = signal;
    this.#form = form;
    if (context.case!.credential.proven) void this.#showSource();
    if (hasDraft(this.#context.case!.id) && !this.#isRefused) void this.#resume();
    else this.#begin();
  }

  /** Within what is shown; from the question which document, back to the wallet. */
  get back(): WayBack {
    const back = this.#choice?.back ?? null;
    const { document } = this.#context.case!;
    const isQuestion = this.#way === 'document' && back === null && document.isOpen;
    return isQuestion ? this.#toWallet : back;
  }

  /** Returns here from the first page of the form; `null` if there is nothing to return to. */
  get again(): (() => void) | null {
    if (this.#context.case!.document.isOpen) return () => void this.#offer('document');
    return this.#toWallet;
  }

  /** Returns to the wallet; `null` if there is none to return to. */
  get #toWallet(): (() => void) | null {
    return this.#mayShare && this.#isWalletThere
      ? () => void this.#offer('wallet', { isReturn: true })
      : null;
  }

  /** @returns `null` while its script is loading. */
  render(): TemplateResult | null {
    return this.#choice?.render() ?? null;
  }

  #begin(): void {
    if (this.#offersWallet()) void this.#offer('wallet');
    else if (this.#context.case!.document.isOpen) void this.#offer('document');
    else if (this.#wasShown) void this.#fill();
    else this.#form.show();
  }

  /** After a reload: who had come to the form goes on there, and is not asked again how to begin. */
  async #resume(): Promise<void> {
    const stored = await loadDraftStore()
      .then((store) => store.load(this.#context.case!.id))
      .catch(() => null);
    if (this.#signal.aborted) return;
    if (stored) this.#form.show();
    else this.#begin();
  }

  /** Whether a document or a credential was refused, or a document is asked for anew: that comes before the form. */
  get #isRefused(): boolean {
    return /^(document|credential)_/.test(this.#context.case!.lastError?.code ?? '');
  }

  /** Whether a wallet may still prove the details. */
  get #mayShare(): boolean {
    const { mode, triesLeft, proven } = this.#context.case!.credential;
    return mode !== 'off' && triesLeft > 0 && !proven;
  }

  /** Whether a document was shown, and nobody has typed since. */
  get #wasShown(): boolean {
    const { id, document } = this.#context.case!;
    return document.id !== null && !hasDraft(id) && this.#isAsKnown;
  }

  /** Whether the form has what the site gave, and no more. */
  get #isAsKnown(): boolean {
    const { typed } = this.#form.draft();
    return JSON.stringify(typed) === JSON.stringify(this.#form.draftFrom(this.#context.case!.prefill).typed);
  }

  /**
   * Whether to offer the wallet first: no credential was shared yet, nothing was typed, and no document was shown. Who shows
   * one has passed the wallet by, also where it could not be read.
   */
  #offersWallet(): boolean {
    const { lastError, document } = this.#context.case!;
    const { page, isSent } = this.#form.draft();
    const isShown = document.id !== null || lastError?.code.startsWith('document_');
    const isFresh = page === 'name' && !isSent && !isShown && this.#isAsKnown;
    return this.#mayShare && (isFresh || lastError?.code === 'credential_unusable');
  }

  /**
   * Offers the wallet, or asks for the document. If no wallet can be requested, or its script fails to load, the next one
   * follows.
   * @param isReturn whether the person comes back from the form: an earlier refusal is not said again.
   */
  async #offer(way: 'wallet' | 'document', { isReturn = false }: { isReturn?: boolean } = {}): Promise<void> {
    const context = this.#context;
    const isWallet = way === 'wallet';
    const done = () => {
      if (isWallet) this.#isWalletThere = (this.#choice as WalletChoice | null)?.isUsable ?? false;
      if (isWallet && context.case!.document.isOpen) return void this.#offer('document');
      this.#form.show();
      context.view.focusHeading();
    };
    this.#form.hide();
    this.#choice = null;
    this.#way = way;
    context.view.requestUpdate();
    try {
      const Choice = isWallet
        ? (await import('../wallet/WalletChoice.ts')).WalletChoice
        : (await import('../document/DocumentChoice.ts')).DocumentChoice;
      await context.loadMessages('details');
      if (this.#signal.aborted) return;
      this.#choice = new Choice(context, this.#signal, { type: done, isReturn });
      context.view.requestUpdate();
    } catch (error) {
      // The phone of a hand-off has no form, and nobody goes on without a document unasked.
      if (!isWallet || context.case!.isPhone) context.fail(error, this.#signal);
      else if (!this.#signal.aborted) done();
    }
  }

  /**
   * Fills the form with what was read of a document on a phone, or before a reload. A document that was still being read then
   * may have to be shown again.
   */
  async #fill(): Promise<void> {
    const context = this.#context;
    try {
      const { DocumentChoice: Choice } = await import('../document/DocumentChoice.ts');
      const shown = await Choice.keepShown(context, this.#signal);
      if (shown === 'again') return await context.readCase(this.#signal);
      if (shown === 'read') this.#form.fill();
    } catch (error) {
      return context.fail(error, this.#signal);
    }
    this.#form.show();
    context.view.focusHeading();
  }

  /** Explains the fields that a credential proves. If the text does not arrive, the form says so. */
  async #showSource(): Promise<void> {
    try {
      const { walletTexts } = await import('../locales/walletTexts.ts');
      this.#form.explain((await walletTexts(this.#context.messages.tag)).source);
    } catch (error) {
      this.#form.failed(error, () => this.#showSource());
    }
  }
}
