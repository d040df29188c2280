import type { CSSResult, TemplateResult } from 'lit';
import type { CaseClient } from '../../client/createCaseClient.ts';
import type { SessionCase } from '../../contract/case.ts';
import type { ChallengeStep, SessionSelfieCheck } from '../../contract/selfieCheck.ts';
import type { CaptureThresholds } from '../../vision/judge/thresholds.ts';
import type { ErrorReport, IdvEventDetails, IdvEventName, NoticeCode } from '../events.ts';
import type { Messages } from '../locales/messages.ts';
import type { MessagesPart } from '../locales/textsOf.ts';
import type { SayOptions } from './Announcer.ts';
import type { DetailsDraft } from './detailsDraft.ts';
import type { Outcome, Screen } from './nextScreen.ts';
import type { SiteAttributes } from './siteOf.ts';

/**
 * One screen. It is made when the screen is entered; `signal` is aborted when it is left, and everything that
 * the step has started (requests, timers, the camera) ends with it.
 */
export interface Step {
  render(): TemplateResult;
  /** Where the person is within a step that has several screens. */
  readonly page?: { at: number; of: number };
  /** Whether the step asks the person before a dialog closes over it; then it calls `close` once they are sure. */
  asksFirst?(close: () => void): boolean;
  /** To the screen before; `null` where there is none. */
  readonly back?: (() => void) | null;
}

export interface StepClass {
  /** What only this step needs. */
  readonly styles?: CSSResult;
  new (context: FlowContext, signal: AbortSignal): Step;
}

/** What a step may do with the picture on the screen. */
export interface StepView {
  requestUpdate(): void;
  readonly updateComplete: Promise<boolean>;
  /** What is rendered. */
  readonly root: ParentNode | null;
  /** Renders, then moves the focus to the heading. */
  focusHeading(): void;
  /** Has the screen reader say something. */
  announce(message: string, options?: SayOptions): void;
  /** What was being said, or waits to be, no longer holds. */
  cancelAnnouncements(): void;
}

/**
 * All that steps share. No step gets the whole of it: each names the part that it needs, as
 * `Pick<FlowContext, 'messages' | 'finish'>`.
 */
export interface FlowContext {
  readonly screen: Screen;
  readonly messages: Messages;
  /** As it was read last; `null` while loading. */
  readonly case: SessionCase | null;
  /** What the screen `problem` shows. */
  readonly problem: ErrorReport | null;
  readonly client: CaseClient;
  readonly drafts: Drafts;
  readonly view: StepView;
  /** Thresholds of the guidance that the page has set. */
  readonly limits: Partial<CaptureThresholds>;
  /** A folder of the site that serves worker, kernels and weights; `null` for what the bundler carries. */
  readonly assetBase: string | null;
  /** Who asks for the check: the branding of the account, then the attributes of the element. */
  readonly site: SiteAttributes;
  /** Where the person goes back to; `null` if nowhere. */
  readonly returnAddress: string | null;
  /** Whether the page goes back to the site by itself after the last step. */
  readonly returnsBySelf: boolean;

  /** Begins with a session of its own: the site may have made a new case by now. */
  open(signal: AbortSignal): Promise<void>;
  /** Reads the case again and goes where it asks to. */
  readCase(signal: AbortSignal): Promise<void>;
  /** Goes on to the screen that follows. */
  finish(outcome: Outcome): void;
  /**
   * Takes a failure of a step. What concerns the whole flow is settled here: a lost session, a case that stands
   * elsewhere by now.
   * @returns what the step is to show, or `null` if the screen changes or the step was left.
   */
  settle(error: unknown, signal: AbortSignal): ErrorReport | null;
  /** Takes a failure that the step has no words of its own for. */
  fail(error: unknown, signal: AbortSignal): void;
  /** Loads the script of a screen that is likely to follow, beside what is going on. */
  preload(screen: Screen): void;
  /** Has further texts there for a screen that is up already. */
  loadMessages(part: MessagesPart): Promise<void>;
  /** Goes back to the site, unless the page would rather not. */
  leaveForSite(): void;
  /** Says that something works less well than it could. */
  notice(code: NoticeCode, detail: string): void;
  emit<Name extends IdvEventName>(name: Name, detail: IdvEventDetails[Name]): boolean;
}

/** The pictures of a selfie: one per step, in the order of the steps, and the take that they come from. */
export interface SelfieRecording {
  steps: ChallengeStep[];
  frames: Blob[];
  /** Small pictures of the way from step to step, and the milliseconds of each and of the step pictures. */
  trail?: Blob[];
  trailTimes?: number[];
  times?: number[];
  /** Whether the guidance took them: then it found nothing wrong with them. */
  isChecked?: boolean;
  /** What the browser calls the camera. */
  cameraLabel?: string;
}

/** What a capture consists of: the check it answers, and the pictures. */
export interface TakenSelfie {
  check: SessionSelfieCheck;
  take: SelfieRecording;
}

/** State that outlives a step, in memory only: it is lost with the page. */
export interface Drafts {
  /** Whose drafts they are: another case may be another person. */
  caseId: string | null;
  /** The personal details as they were last touched. */
  details: DetailsDraft | null;
  /** Pictures that are looked at or sent. */
  selfie: TakenSelfie | null;
}
