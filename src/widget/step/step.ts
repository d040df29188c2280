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
 * One screen. It is created when the screen is entered. When the screen is left, `signal` is aborted and ends
 * everything that the step has started: requests, timers, the camera.
 */
export interface Step {
  render(): TemplateResult;
  /** The current page of a step with several pages. */
  readonly page?: { at: number; of: number };
  /**
   * Whether the step asks for confirmation before the dialog closes. It then calls `close` after the person has
   * confirmed.
   */
  asksFirst?(close: () => void): boolean;
  /** Returns to the previous page; `null` on the first one, `false` while something is sent. */
  readonly back?: WayBack;
  /** What the browser's Back does on a screen without an arrow; `null` if it leaves the page. */
  readonly undo?: (() => void) | null;
}

export type WayBack = (() => void) | null | false;

export interface StepClass {
  /** Additional style sheet of this step. */
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
  /** Announces a text by the screen reader. */
  announce(message: string, options?: SayOptions): void;
  /** Cancels current and waiting announcements that no longer apply. */
  cancelAnnouncements(): void;
}

/**
 * The context that all steps share. Each step declares only the part that it needs, such as `Pick<FlowContext,
 * 'messages' | 'finish'>`.
 */
export interface FlowContext {
  readonly screen: Screen;
  readonly messages: Messages;
  /** The case as last read; `null` while loading. */
  readonly case: SessionCase | null;
  /** The error shown on the screen `problem`. */
  readonly problem: ErrorReport | null;
  readonly client: CaseClient;
  readonly drafts: Drafts;
  readonly view: StepView;
  /** The page's thresholds for the guidance. */
  readonly limits: Partial<CaptureThresholds>;
  /** A folder of the site that serves worker, kernels and weights; `null` to use the bundled files. */
  readonly assetBase: string | null;
  /** The page's setting; used only in test mode. */
  readonly testFace: TestFaceChoice;
  /** The site that requests the check: the branding of the account, else the attributes of the element. */
  readonly site: SiteAttributes;
  /** The address to which the person returns; `null` if there is none. */
  readonly returnAddress: string | null;
  /** Whether the page returns to the site automatically after the last step. */
  readonly returnsBySelf: boolean;

  /** Opens the case with a new session: the site may have created a new case meanwhile. */
  open(signal: AbortSignal): Promise<void>;
  /** Reads the case again and shows the screen that it requires. */
  readCase(signal: AbortSignal): Promise<void>;
  /** Shows the next screen. */
  finish(outcome: StepResult): void;
  /**
   * Handles a failure of a step. Failures that concern the whole flow are handled here: a lost session, or a case whose
   * state has changed.
   * @returns the error for the step to show, or `null` if the screen changes or the step was left.
   */
  settle(error: unknown, signal: AbortSignal): ErrorReport | null;
  /** Handles a failure for which the step has no text of its own. */
  fail(error: unknown, signal: AbortSignal): void;
  /** Preloads the script of a screen that is likely to follow. */
  preload(screen: Screen): void;
  /** Loads further texts for a screen that is already shown. */
  loadMessages(part: MessagesPart): Promise<void>;
  /** Returns to the site, unless the page prevents it. */
  leaveForSite(): void;
  /** Reports a degraded feature. */
  notice(code: NoticeCode, detail: string): void;
  emit<Name extends IdvEventName>(name: Name, detail: IdvEventDetails[Name]): boolean;
}

/** The test face that replaces a camera; `null`: the person chooses by a button. */
export type TestFaceChoice = 'auto' | '1' | '2' | '3' | 'none' | null;

/** The pictures of a selfie: one per step, in the order of the steps, and the recording that contains them. */
export interface SelfieRecording {
  steps: ChallengeStep[];
  frames: Blob[];
  /** The frames between the step pictures, with the milliseconds of each and of the step pictures. */
  trail?: Blob[];
  trailTimes?: number[];
  times?: number[];
  /** Whether the guidance took them: then it has found no problem. */
  isChecked?: boolean;
  /** The browser's label of the camera. */
  cameraLabel?: string;
}

/** A completed capture: its check and its pictures. */
export interface TakenSelfie {
  check: SessionSelfieCheck;
  recording: SelfieRecording;
}

/** State that outlives a step. It is held in memory only and lost with the page. */
export interface Drafts {
  /** The case of the drafts. Another case may belong to another person. */
  caseId: string | null;
  /** The latest personal details. */
  details: DetailsDraft | null;
  /** Pictures in review or being sent. */
  selfie: TakenSelfie | null;
}
