import { html, nothing } from 'lit';
import type { ErrorReport } from '../events.ts';
import { DetailsForm } from '../form/DetailsForm.ts';
import { draftFrom } from '../form/draftFrom.ts';
import type { FieldProblem } from '../form/formPort.ts';
import { hasDraft } from '../form/hasDraft.ts';
import { loadDraftStore } from '../form/loadDraftStore.ts';
import { namePage } from '../form/namePage.ts';
import { openPages } from '../form/openPages.ts';
import { pageTitle } from '../form/pageTitle.ts';
import { fillText } from '../locales/fillText.ts';
import { sentences } from '../locales/punctuation.ts';
import type { DetailsPage } from '../step/detailsDraft.ts';
import type { FlowContext, Step, WayBack } from '../step/step.ts';
import { whenOnline } from '../step/whenOnline.ts';
import { formStyles } from '../styles/formStyles.ts';
import { errorBanner } from '../templates/errorBanner.ts';
import type { Refusal } from '../templates/errorSummary.ts';
import { primaryButton } from '../templates/primaryButton.ts';
import type { FirstWays } from './FirstWays.ts';

type DetailsContext = Pick<
  FlowContext,
  | 'site'
  | 'messages'
  | 'client'
  | 'case'
  | 'drafts'
  | 'assetBase'
  | 'testFace'
  | 'view'
  | 'preload'
  | 'loadMessages'
  | 'readCase'
  | 'settle'
  | 'fail'
  | 'emit'
  | 'notice'
>;

/**
 * The personal details: short screens for name, birth and address, and one to check them. They are validated by the
 * service's schema.
 */
export class PersonalDetailsStep implements Step {
  static readonly styles = formStyles;
  readonly #context: DetailsContext;
  readonly #signal: AbortSignal;
  /** The draft of this page, such as what a document says: newer than the stored one, and not exchanged while somebody types. */
  #kept: DetailsContext['drafts']['details'];
  #form: DetailsForm;
  #summary: Refusal[] = [];
  #isBusy = false;
  #error: ErrorReport | null = null;
  /** Whether the person pressed "Change" on the last page: the page returns there afterwards. */
  #isChanging = false;
  /** The wallet and the document, where the case asks for one; `null` before they are loaded. */
  #ways: FirstWays | null = null;
  /** Whether they are shown, and not the form. */
  #isChoosing = false;

  constructor(context: DetailsContext, signal: AbortSignal) {
    this.#context = context;
    this.#signal = signal;
    this.#kept = context.drafts.details;
    this.#form = this.#newForm();
    const { id, credential, document } = context.case!;
    // What this page has read already fills the form: nothing comes before it.
    const wasShown = document.id && !hasDraft(id);
    if (document.isOpen || wasShown || credential.mode !== 'off') void this.#loadWays();
    else void this.#restore();
  }

  /** The current page of the details, and the number of pages. */
  get page(): { at: number; of: number } {
    const pages = openPages(this.#form.case);
    return { at: Math.max(1, pages.indexOf(this.#page) + 1), of: pages.length };
  }

  /** Returns to the previous page, from the first one to the document or the wallet; `null` if there is none. */
  get back(): WayBack {
    if (this.#isChoosing) return this.#ways?.back ?? null;
    if (this.#isBusy) return false;
    const pages = openPages(this.#form.case);
    const before = this.#isChanging ? 'check' : pages[pages.indexOf(this.#page) - 1];
    if (before) return () => this.#show(before);
    return this.#ways?.again ?? null;
  }

  render() {
    if (this.#isChoosing) return this.#ways?.render() ?? waiting();
    const { messages } = this.#context;
    const { details, frame } = messages;
    const isCheck = this.#page === 'check';
    const label = isCheck ? details.confirm : frame.continue;
    return html`
      <h2 part="heading" tabindex="-1">${pageTitle(this.#page, messages)}</h2>
      ${this.#lead()}
      <form novalidate @submit=${this.#submit} @focusin=${this.#preload}>
        ${this.#refusals()}
        <div class="fields">${this.#fields()}</div>
        ${errorBanner(this.#error && { message: sentences(messages.tag, this.#error.message, details.kept) })}
        <div class="actions">
          ${primaryButton({ label: this.#isBusy && isCheck ? frame.loading : label, isBusy: this.#isBusy })}
        </div>
      </form>
    `;
  }

  #lead() {
    const { details } = this.#context.messages;
    if (this.#page === 'name') return html`<p class="lead" part="lead">${details.nameLead}</p>`;
    const { prefill, credential, document } = this.#context.case!;
    // Beside a wallet or a document it would be untrue of what these say.
    const isPrefilled = this.#page === 'check' && prefill && !credential.proven && !document.id;
    return isPrefilled ? html`<p class="lead" part="lead">${details.prefilled}</p>` : nothing;
  }

  #refusals() {
    const { tag, details } = this.#context.messages;
    const { later } = this.#form;
    if (!later) return nothing;
    const correction = later.correctionAsked(this.#context.case!.lastError, this.#context.messages);
    const refusals = this.#summary.length > 0 || !correction ? this.#summary : [correction];
    const n = refusals.length;
    return later.errorSummary(fillText(tag, details.summary, { n }), refusals, (path) => {
      const page = later.pageOfField(path);
      if (page === this.#page) return this.#form.focus(path);
      this.#show(page, { isChange: this.#page === 'check' });
      return undefined;
    });
  }

  #fields() {
    const { later, address } = this.#form;
    if (this.#page === 'name') return namePage(this.#form);
    if (!later) return waiting();
    if (this.#page === 'address') return address?.addressPage(this.#form) ?? nothing;
    const pages = { birth: later.birthPage, more: later.morePage, check: later.checkPage };
    return pages[this.#page](this.#form);
  }

  get #page(): DetailsPage {
    return this.#form.draft.page;
  }

  #newForm(draft = this.#context.drafts.details ?? draftFrom(this.#context.case!.prefill)): DetailsForm {
    this.#context.drafts.details = draft;
    const { proven } = this.#context.case!.credential ?? {};
    if (proven) Object.assign(draft.typed, draftFrom(proven).typed);
    return new DetailsForm({
      context: this.#context,
      draft,
      changed: () => void this.#remember(),
      show: (page) => this.#show(page, { isChange: true }),
      root: () => this.#context.view.root,
    });
  }

  /**
   * Restores the draft from before a reload. If its script does not arrive, the person is asked to try again: going on
   * would overwrite the draft.
   */
  async #restore(): Promise<void> {
    try {
      await this.#restoreDraft();
    } catch (error) {
      this.#context.fail(error, this.#signal);
    }
  }

  /** On the first page, details that are complete are shown for confirmation. */
  async #restoreDraft(): Promise<void> {
    const { case: state, drafts, view } = this.#context;
    const isFresh = this.#form.draft.page === 'name' && !this.#form.draft.isSent;
    const stored =
      isFresh && hasDraft(state!.id)
        ? (this.#kept ?? (await (await loadDraftStore()).load(state!.id)))
        : null;
    if (this.#signal.aborted) return;
    const isProven = Boolean(state!.credential?.proven);
    if (!stored && !state!.prefill && !state!.lastError && !isProven && isFresh) return;
    const form = stored && drafts.details === this.#form.draft ? this.#newForm(stored) : this.#form;
    const later = await form.load().catch((error) => this.#failed(error));
    this.#form = form;
    // Also what a document says, which is stored before anything was typed.
    const isFirst = form.draft.page === 'name' && !form.draft.isSent;
    if (isProven && isFresh) form.draft.page = openPages(form.case)[0]!;
    if (later && isFirst && later.judgeForm(form).problems.length === 0) form.draft.page = 'check';
    this.#form.problems = [];
    view.requestUpdate();
    if (this.#page !== 'name' && !this.#signal.aborted) view.focusHeading();
  }

  /** Loads what comes before the form. Without its script the form is shown, unless it does not have what is due. */
  async #loadWays(): Promise<void> {
    this.#isChoosing = true;
    const show = () => {
      this.#isChoosing = false;
      void this.#restore();
      const { view } = this.#context;
      // Of what this page has read, the person waits for the form. A first screen leaves the focus where it is.
      if (this.#kept) view.focusHeading();
      else view.requestUpdate();
    };
    try {
      const { FirstWays } = await import('./FirstWays.ts');
      if (this.#signal.aborted) return;
      this.#ways = new FirstWays(this.#context, this.#signal, {
        draft: () => this.#form.draft,
        draftFrom,
        fill: () => {
          this.#form = this.#newForm();
          this.#kept = this.#form.draft;
        },
        show,
        hide: () => {
          this.#isChoosing = true;
        },
        explain: (source) => {
          this.#form.sourceText = source;
          this.#context.view.requestUpdate();
        },
        failed: (error, again) => this.#failed(error, again),
      });
    } catch (error) {
      const { document, isPhone } = this.#context.case!;
      if (document.isOpen || isPhone) this.#context.fail(error, this.#signal);
      else if (!this.#signal.aborted) show();
    }
  }

  /** Loads the next scripts while the person types. */
  #preload = (): void => {
    this.#form.load().catch(() => undefined);
  };

  async #remember(): Promise<void> {
    const { draft } = this.#form;
    try {
      await (await loadDraftStore()).save(this.#context.case!.id, draft);
    } catch {
      // A draft that cannot be stored is lost with the page, nothing else.
    }
  }

  #show(page: DetailsPage, { isChange = false } = {}): void {
    this.#form.draft.page = page;
    this.#isChanging = isChange;
    this.#summary = [];
    this.#form.problems = [];
    this.#error = null;
    void this.#remember();
    this.#context.view.focusHeading();
  }

  #submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void this.#press();
  };

  async #press(): Promise<void> {
    if (this.#isBusy) return;
    this.#error = null;
    this.#setBusy({ isBusy: true });
    try {
      const { submitPage } = await this.#form.load();
      if (this.#signal.aborted) return;
      await submitPage(this.#form, {
        context: this.#context,
        signal: this.#signal,
        refuse: (problems) => this.#refuse(problems),
        next: () => this.#next(),
        remember: () => this.#remember(),
      });
    } catch (error) {
      this.#failed(error);
    }
    this.#setBusy({ isBusy: false });
  }

  #next(): void {
    const pages = openPages(this.#form.case);
    this.#show(this.#isChanging ? 'check' : pages[pages.indexOf(this.#page) + 1]!);
  }

  /** @param again repeats what failed, once the browser is online. */
  #failed(error: unknown, again: () => unknown = () => this.#press()): null {
    const refused = this.#form.later?.refusedFields(this.#form, error) ?? [];
    if (refused.length > 0) {
      this.#refuse(refused);
      return null;
    }
    this.#error = this.#context.settle(error, this.#signal);
    this.#setBusy({ isBusy: false });
    if (this.#error?.code === 'offline') whenOnline(this.#signal, again);
    return null;
  }

  /** Shows the problems on the page with the first one. */
  #refuse(problems: FieldProblem[]): void {
    const { pageOfField } = this.#form.later!;
    const page = pageOfField(problems[0]!.path);
    if (this.#page !== page) this.#show(page, { isChange: true });
    const pageProblems = problems.filter(({ path }) => pageOfField(path) === page);
    this.#form.problems = pageProblems;
    void this.#summarize(pageProblems);
  }

  async #summarize(problems: readonly FieldProblem[]): Promise<void> {
    await this.#form.update();
    const { root } = this.#context.view;
    this.#summary = this.#form.later!.refusalsOf(this.#form, problems, root!);
    await this.#form.update();
    root?.querySelector<HTMLElement>('#summary')?.focus();
  }

  #setBusy({ isBusy }: { isBusy: boolean }): void {
    this.#isBusy = isBusy;
    this.#context.view.requestUpdate();
  }
}

function waiting() {
  return html`<div class="waiting"><span class="spinner"></span></div>`;
}
