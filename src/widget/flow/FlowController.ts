import type { CaseClient } from '../../client/createCaseClient.ts';
import { IdvApiError, IdvConnectionError, IdvTimeoutError } from '../../client/errors.ts';
import type { SessionCase } from '../../contract/case.ts';
import type { CaptureThresholds } from '../../vision/judge/thresholds.ts';
import type { ErrorReport, ErrorReportCode, IdvEventDetails, IdvEventName, NoticeCode } from '../events.ts';
import { detailsPages } from '../form/detailsPages.ts';
import type { Messages } from '../locales/messages.ts';
import type { MessagesPart } from '../locales/textsOf.ts';
import { SessionError } from '../session/SessionError.ts';
import type { BrowserBack } from '../step/BrowserBack.ts';
import { nextScreen, type Screen, type StepResult } from '../step/nextScreen.ts';
import { type Progress, progressOf } from '../step/progressOf.ts';
import { type SiteAttributes, siteOf } from '../step/siteOf.ts';
import type { Drafts, FlowContext, Step, StepClass, StepView, TestFaceChoice } from '../step/step.ts';
import { ConsentStep } from '../steps/ConsentStep.ts';
import { LoadingStep } from '../steps/LoadingStep.ts';
import type { FlowHost } from './flowHost.ts';
import { screens } from './screens.ts';
import { settleDraft } from './settleDraft.ts';

/** One person's flow through the screens: the current screen, and the state shared by the steps. */
export class FlowController implements FlowContext {
  screen: Screen = 'loading';
  step: Step | null = null;
  case: SessionCase | null = null;
  problem: ErrorReport | null = null;
  /** Set when the flow is opened, before any other call. */
  client!: CaseClient;
  readonly drafts: Drafts;
  readonly #host: FlowHost;
  /**
   * The client and its helpers, loaded as one script; `null` before, when nothing was requested from the service or the
   * site.
   */
  #connection: Awaited<ReturnType<typeof loadClient>> | null = null;
  #back: BrowserBack | null = null;
  #isReady = false;
  /** Number of screens of the details; `null` until the case was read. */
  #pages: number | null = null;
  #leaving = new AbortController();
  #entering = 0;

  constructor(host: FlowHost, drafts: Drafts) {
    this.#host = host;
    this.drafts = drafts;
  }

  get messages(): Messages {
    return this.#host.messages;
  }

  /** The position of the screen in the sequence; `null` if it is not part of it. */
  get progress(): Progress | null {
    const { at, of } = this.step?.page ?? { at: 0, of: 0 };
    if (this.#pages === null) return null;
    const isWithoutSelfie = at > 0 && !this.case?.requirements.currentlyDue.includes('selfie');
    return progressOf(this.screen, at, of || this.#pages, isWithoutSelfie ? 0 : 1);
  }

  /** Whether a screen is displayed that the person can read or use. */
  get isShowing(): boolean {
    return this.step !== null && !(this.step instanceof LoadingStep);
  }

  get view(): StepView {
    return this.#host;
  }

  get limits(): Partial<CaptureThresholds> {
    return this.#host.settings.limits;
  }

  get site(): SiteAttributes {
    return siteOf(this.case?.branding, this.#host.settings);
  }

  get testFace(): TestFaceChoice {
    return this.#host.settings.testFace;
  }

  get assetBase(): string | null {
    return this.#host.settings.assetBase;
  }

  start(): void {
    // In parallel with the texts of the first screen. Opening the case loads it again and reports a failure.
    loadClient().catch(() => undefined);
    void this.#enter('loading');
  }

  /** Leaves the current step and ends everything that it has started. */
  stop(): void {
    this.#entering++;
    this.#leaving.abort();
    this.#back?.stop();
  }

  /** Called after each update of the element. */
  updated(): void {
    if (this.case) this.#back?.follow();
  }

  /** Takes the history entries of the steps back. */
  async unwind(): Promise<void> {
    await this.#back?.unwind();
  }

  async open(signal: AbortSignal): Promise<void> {
    this.#connection = await loadClient();
    signal.throwIfAborted();
    this.#back ??= new this.#connection.BrowserBack(this);
    const { source, notice } = this.#host;
    this.client = this.#connection.openClient(source, this.#host.takeKept(), notice);
    await this.readCase(signal);
  }

  async readCase(signal: AbortSignal): Promise<void> {
    this.case = await this.client.retrieveCase({ signal });
    signal.throwIfAborted();
    if (this.drafts.caseId !== this.case.id) {
      Object.assign(this.drafts, { caseId: this.case.id, details: null, selfie: null } satisfies Drafts);
    }
    const asksDetails = this.case.requirements.currentlyDue.includes('personal_details');
    this.#pages ??= asksDetails ? detailsPages(this.case.fields).length : 0;
    settleDraft(this.case, this.drafts).then(
      () => this.#host.requestUpdate(),
      () => undefined,
    );
    this.finish('case_read');
  }

  finish(outcome: StepResult): void {
    void this.#enter(nextScreen(this.screen, outcome, this.case));
  }

  settle(error: unknown, signal: AbortSignal): ErrorReport | null {
    if (signal.aborted) return null;
    const report = errorReport(error, this.messages);
    if (isSessionLost(error)) {
      this.#host.emit('idv-session-expired', { caseId: this.#caseId });
      this.finish('session_lost');
      return null;
    }
    this.#host.emit('idv-error', report);
    const notice = this.#connection?.setupNotice(error);
    if (notice) this.notice(notice.code, notice.detail);
    if (notice?.code === 'session_invalid') {
      // The client refused the session, for example because it belongs to another case: only a restart helps.
      this.problem = report;
      this.finish('failed');
      return null;
    }
    if (
      this.screen !== 'loading' &&
      error instanceof IdvApiError &&
      OUTDATED_VIEW_CODES.includes(error.code)
    ) {
      this.readCase(signal).catch((reason) => this.fail(reason, signal));
      return null;
    }
    return report;
  }

  fail(error: unknown, signal: AbortSignal): void {
    const report = this.settle(error, signal);
    if (!report) return;
    this.problem = report;
    this.finish('failed');
  }

  /**
   * Preloads a screen, only after a successful request. A script that fails to load may take shared parts along, and a
   * script that failed twice stays failed for the lifetime of the page.
   */
  preload(screen: Screen): void {
    if (!navigator.onLine) return;
    // If it fails now, entering the screen retries and reports the failure.
    Promise.all([screens[screen](), this.#loadMessages(screen)]).catch(() => undefined);
  }

  loadMessages(part: MessagesPart): Promise<void> {
    return this.#host.loadMessages(part);
  }

  get returnAddress(): string | null {
    return this.case && returnAddress(this.case);
  }

  leaveForSite(): void {
    const url = this.returnAddress;
    if (!url || !this.case) return;
    // `replace` removes this page from the history: Back must not lead into a finished verification.
    if (this.#host.emit('idv-return', { caseId: this.case.id, url })) location.replace(url);
  }

  get returnsBySelf(): boolean {
    return !this.#host.settings.noRedirect && this.returnAddress !== null;
  }

  notice(code: NoticeCode, detail: string): void {
    this.#host.notice(code, detail);
  }

  emit<Name extends IdvEventName>(name: Name, detail: IdvEventDetails[Name]): boolean {
    return this.#host.emit(name, detail);
  }

  get #caseId(): string | null {
    return this.case?.id ?? null;
  }

  async #enter(screen: Screen): Promise<void> {
    const entering = ++this.#entering;
    try {
      const isExpected = screen === 'loading' && !this.step && this.#host.expectsConsent;
      const [step] = await Promise.all(
        isExpected
          ? [ConsentStep, this.#host.loadMessages('start')]
          : [screens[screen](), this.#loadMessages(screen)],
      );
      // The flow has ended. A person who presses its button at once leaves from the entry before all steps.
      if (screen === this.case?.status) await this.unwind();
      if (entering === this.#entering) await this.#show(screen, step);
    } catch (error) {
      if (entering === this.#entering) this.fail(error, this.#leaving.signal);
    }
  }

  /** The loading screen does not wait for texts. An error screen shows English texts if the others fail to load. */
  async #loadMessages(screen: Screen): Promise<void> {
    if (screen === 'loading') void this.#host.loadMessages('start').catch(() => undefined);
    else if (screen === 'problem') await this.#host.loadMessages('start').catch(() => undefined);
    else await this.#host.loadMessages(PARTS[screen] ?? 'start');
  }

  async #show(screen: Screen, step: StepClass): Promise<void> {
    const previous = this.screen;
    const isShown = screen === 'consent' && this.step instanceof step;
    if (!isShown) this.#leaving.abort();
    if (!isShown) this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    this.screen = screen;
    if (!isShown) this.step = new step(this, signal);
    if (isShown) this.#host.requestUpdate();
    else this.#host.entered(step);
    if (!isShown && this.#isReady) this.#host.focusHeading();
    await this.#host.updateComplete;
    if (screen === 'loading' || signal.aborted) return;
    if (!this.#isReady) this.#host.emit('idv-ready', { caseId: this.#caseId, step: screen });
    this.#isReady = true;
    this.#host.emit('idv-step', { caseId: this.#caseId, step: screen, previous });
    if (screen === 'submitted') this.#host.emit('idv-submitted', { caseId: this.case!.id });
  }
}

const loadClient = () => import('./afterFirstScreen.ts');

/** The screens that need texts in addition to those of the first screens. */
const PARTS: Partial<Record<Screen, MessagesPart>> = {
  consent: 'details',
  personal_details: 'details',
  selfie: 'all',
  sending: 'all',
  submitted: 'all',
  canceled: 'all',
  expired: 'all',
  session_expired: 'all',
};

/** Error codes for an outdated view of the case: the case must be read again. */
const OUTDATED_VIEW_CODES: string[] = [
  'case_state_conflict',
  'case_redacted',
  'consent_required',
  'attempts_exhausted',
];

/** Whether the session has ended and no new one was available. */
function isSessionLost(error: unknown): boolean {
  if (error instanceof SessionError) return error.reason === 'signed_out';
  return error instanceof IdvApiError && error.status === 401;
}

/** Converts any failure to a text for the person and a code for the page. */
function errorReport(error: unknown, { errors }: Messages): ErrorReport {
  if (error instanceof IdvApiError) {
    const { retryable, requestId } = error;
    const code = error.code as ErrorReportCode;
    return { code, message: errorText(code, errors), retryable, requestId };
  }
  const code = codeOf(error);
  return { code, message: errorText(code, errors), retryable: code !== 'setup', requestId: null };
}

function codeOf(error: unknown): 'offline' | 'connection' | 'timeout' | 'setup' | 'session' | 'other' {
  if (error instanceof SessionError) return error.reason === 'setup' ? 'setup' : 'session';
  if (error instanceof IdvTimeoutError) return 'timeout';
  if (error instanceof IdvConnectionError) return navigator.onLine ? 'connection' : 'offline';
  // In every browser, a script that fails to load is a TypeError.
  return error instanceof TypeError && !navigator.onLine ? 'offline' : 'other';
}

/** Codes that share the text of another code. */
const TEXT_KEYS: Record<string, keyof Messages['errors']> = {
  timeout: 'unavailable',
  rate_limited: 'unavailable',
  challenge_mismatch: 'challenge_expired',
  image_unreadable: 'challenge_expired',
  image_too_small: 'challenge_expired',
};

function errorText(code: string, errors: Messages['errors']): string {
  const key = TEXT_KEYS[code] ?? code;
  return Object.hasOwn(errors, key) ? errors[key as keyof Messages['errors']] : errors.other;
}

/**
 * The address to which the person returns: the case's return URL with `case_id` and `state` added, never an outcome.
 * @returns null if there is none, or if it isn't http(s).
 */
export function returnAddress({
  id,
  returnUrl,
  state,
}: Pick<SessionCase, 'id' | 'returnUrl' | 'state'>): string | null {
  if (!returnUrl || !URL.canParse(returnUrl)) return null;
  const url = new URL(returnUrl);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  url.searchParams.set('case_id', id);
  if (state !== null) url.searchParams.set('state', state);
  return url.href;
}
