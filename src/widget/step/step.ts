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
import type { Screen, StepResult } from './nextScreen.ts';
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
  /** Returns to the previous page; `null` on the first one. */
  readonly back?: (() => void) | null;
}

export interface StepClass {
  /** What only this step needs. */
  readonly styles?: CSSResult;
  new (context: FlowContext, signal: AbortSignal): Step;
}

/** The interface of a step to the rendered screen. */
export interface StepView {
  requestUpdate(): void;
  readonly updateComplete: Promise<boolean>;
  /** The root of the rendered screen. */
  readonly root: ParentNode | null;
  /** Renders, then moves the focus to the heading. */
  focusHeading(): void;
  /** Has the screen reader say something. */
  announce(message: string, options?: SayOptions): void;
  /** Cancels current and waiting announcements that no longer apply. */
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
  /** The error shown on the screen `problem`. */
  readonly problem: ErrorReport | null;
  readonly client: CaseClient;
  readonly drafts: Drafts;
  readonly view: StepView;
  /** Thresholds of the guidance that the page has set. */
  readonly limits: Partial<CaptureThresholds>;
  /** A folder of the site that serves worker, kernels and weights; `null` to use the bundled files. */
  readonly assetBase: string | null;
  /** As the page has set it; counts in test mode alone. */
  readonly testFace: TestFaceChoice;
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
  finish(outcome: StepResult): void;
  /**
   * Handles a failure of a step. Failures that concern the whole flow are handled here: a lost session, or a case whose
   * state has changed.
   * @returns the error for the step to show, or `null` if the screen changes or the step was left.
   */
  settle(error: unknown, signal: AbortSignal): ErrorReport | null;
  /** Takes a failure that the step has no words of its own for. */
  fail(error: unknown, signal: AbortSignal): void;
  /** Preloads the script of a screen that is likely to follow. */
  preload(screen: Screen): void;
  /** Has further texts there for a screen that is up already. */
  loadMessages(part: MessagesPart): Promise<void>;
  /** Goes back to the site, unless the page would rather not. */
  leaveForSite(): void;
  /** Says that something works less well than it could. */
  notice(code: NoticeCode, detail: string): void;
  emit<Name extends IdvEventName>(name: Name, detail: IdvEventDetails[Name]): boolean;
}

/** The test face that replaces a camera; `null`: the person chooses by a button. */
export type TestFaceChoice = 'auto' | '1' | '2' | '3' | 'none' | null;

/** The pictures of a selfie: one per step, in the order of the steps, and the recording that they come from. */
export interface SelfieRecording {
  steps: ChallengeStep[];
  frames: Blob[];
  /** Small pictures of the way from step to step, and the milliseconds of each and of the step pictures. */
  trail?: Blob[];
  trailTimes?: number[];
  times?: number[];
  /** Whether the guidance took them: then it found nothing wrong with them. */
  isChecked?: boolean;
  /** The browser's label of the camera. */
  cameraLabel?: string;
}

/** A finished capture: the check it answers, and its pictures. */
export interface TakenSelfie {
  check: SessionSelfieCheck;
  recording: SelfieRecording;
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
