import { type BrowserClient, createBrowserClient } from '../client/createBrowserClient.ts';
import { IdvApiError } from '../client/errors.ts';
import type { SessionCase } from '../contract/case.ts';
import type { Limits } from '../vision/judge/limits.ts';
import { errorReport } from './errorReport.ts';
import type { ErrorReport, IdvEventDetails, IdvEventName } from './events.ts';
import { nextScreen, type Outcome, type Screen } from './flow.ts';
import { isSessionLost } from './isSessionLost.ts';
import type { Locale } from './locales/Locale.ts';
import type { Memory } from './Memory.ts';
import { returnAddress } from './returnAddress.ts';
import type { Step, StepClass } from './Step.ts';
import { screens } from './screens.ts';
import type { SessionSource } from './sessionSource.ts';

/** What the journey needs of the element around it. */
export interface JourneyHost {
  readonly texts: Locale;
  readonly source: SessionSource;
  readonly noRedirect: boolean;
  readonly limits: Partial<Limits>;
  /** Another screen is up. */
  entered(step: StepClass): void;
  /** Renders, then moves the focus to the heading. */
  focusHeading(): void;
  requestUpdate(): void;
  readonly updateComplete: Promise<boolean>;
  announce(message: string): void;
  emit<Name extends IdvEventName>(name: Name, detail: IdvEventDetails[Name]): boolean;
}

/** One person's way through the screens: which one is up, and what the steps share. */
export class Journey {
  screen: Screen = 'loading';
  step: Step | null = null;
  case: SessionCase | null = null;
  /** What `problem` shows. */
  problem: ErrorReport | null = null;
  client: BrowserClient;
  readonly host: JourneyHost;
  readonly memory: Memory;
  #isReady = false;
  #leaving = new AbortController();
  #entering = 0;

  constructor(host: JourneyHost, memory: Memory) {
    this.host = host;
    this.memory = memory;
    this.client = createBrowserClient(host.source);
  }

  get texts(): Locale {
    return this.host.texts;
  }

  start(): void {
    void this.#enter('loading');
  }

  /** Leaves the present step and ends all that it has started. */
  stop(): void {
    this.#entering++;
    this.#leaving.abort();
  }

  /** Begins with a session of its own: the site may have made a new case by now. */
  async open(signal: AbortSignal): Promise<void> {
    this.client = createBrowserClient(this.host.source);
    await this.readCase(signal);
  }

  /** Reads the case again and goes where it asks to. */
  async readCase(signal: AbortSignal): Promise<void> {
    this.case = await this.client.retrieveCase({ signal });
    signal.throwIfAborted();
    if (this.memory.caseId !== this.case.id) {
      Object.assign(this.memory, { caseId: this.case.id, details: null, selfie: null } satisfies Memory);
    }
    this.finish('case_read');
  }

  /** Goes on to the screen that follows. */
  finish(outcome: Outcome): void {
    void this.#enter(nextScreen(this.screen, outcome, this.case));
  }

  /**
   * Takes a failure of a step. What concerns the whole journey is settled here: a lost session, a case that stands
   * elsewhere by now.
   * @returns what the step is to show, or `null` if the screen changes or the step was left.
   */
  settle(error: unknown, signal: AbortSignal): ErrorReport | null {
    if (signal.aborted) return null;
    const report = errorReport(error, this.texts);
    if (isSessionLost(error)) {
      this.host.emit('idv-session-expired', { caseId: this.#caseId });
      this.finish('session_lost');
      return null;
    }
    this.host.emit('idv-error', report);
    if (isUnfitSession(error)) {
      this.problem = report;
      this.finish('failed');
      return null;
    }
    if (this.screen !== 'loading' && error instanceof IdvApiError && STANDS_ELSEWHERE.includes(error.code)) {
      this.readCase(signal).catch((reason) => this.fail(reason, signal));
      return null;
    }
    return report;
  }

  /** Takes a failure that the step has no words of its own for. */
  fail(error: unknown, signal: AbortSignal): void {
    const report = this.settle(error, signal);
    if (!report) return;
    this.problem = report;
    this.finish('failed');
  }

  /**
   * Loads the script of a screen that is likely to follow, beside what is going on. Not before a request has just
   * got through: a script that fails to arrive may take those that share parts with it along.
   */
  preload(screen: Screen): void {
    // If it fails now, entering the screen tries again and says so.
    Promise.resolve(screens[screen]()).catch(() => undefined);
  }

  /** Where the person goes back to; `null` if nowhere. */
  get returnAddress(): string | null {
    return this.case && returnAddress(this.case);
  }

  /** Goes back to the site, unless the page would rather not. */
  leaveForSite(): void {
    const url = this.returnAddress;
    if (!url || !this.case) return;
    // In the place of this page: the way back must not lead into a verification that is over.
    if (this.host.emit('idv-return', { caseId: this.case.id, url })) location.replace(url);
  }

  get #caseId(): string | null {
    return this.case?.id ?? null;
  }

  async #enter(screen: Screen): Promise<void> {
    const entering = ++this.#entering;
    try {
      const step = await screens[screen]();
      if (entering === this.#entering) await this.#show(screen, step);
    } catch (error) {
      if (entering === this.#entering) this.fail(error, this.#leaving.signal);
    }
  }

  async #show(screen: Screen, step: StepClass): Promise<void> {
    const previous = this.screen;
    this.#leaving.abort();
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    this.screen = screen;
    this.step = new step(this, signal);
    this.host.entered(step);
    await this.host.updateComplete;
    if (screen === 'loading' || signal.aborted) return;
    if (!this.#isReady) this.host.emit('idv-ready', { caseId: this.#caseId, step: screen });
    this.#isReady = true;
    this.host.emit('idv-step', { caseId: this.#caseId, step: screen, previous });
    if (screen === 'submitted') this.host.emit('idv-submitted', { caseId: this.case!.id });
  }
}

/** Refusals that say: the page is behind, read the case again. */
const STANDS_ELSEWHERE: string[] = [
  'case_state_conflict',
  'case_redacted',
  'consent_required',
  'attempts_exhausted',
];

/** A session that the client won't take, such as one of another case: only a new beginning helps. */
function isUnfitSession(error: unknown): boolean {
  return error instanceof Error && error.name === 'IdvError';
}
