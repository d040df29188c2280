import type { ChallengeStep } from '../contract/selfieCheck.ts';
import type { Hint } from '../vision/judge/Hint.ts';

/** Why a frame of the camera is not taken: what the person is told to mend. */
export type FrameReason = Hint;

/** What went wrong, in words that may be shown, and whether trying again can help. Never a key, never input. */
export interface ErrorReport {
  /**
   * A code of the contract, one of `connection`, `offline`, `timeout`, `session`, `setup`, `other`, or
   * `camera_` and why there is no picture: `camera_denied`, `camera_missing` …
   */
  code: string;
  message: string;
  retryable: boolean;
  requestId: string | null;
}

/** The details of the events. None of them says how the verification came out: no page ever learns that. */
export interface IdvEventDetails {
  /** The first screen is up. */
  'idv-ready': { caseId: string | null; step: string };
  /** Another screen is up. */
  'idv-step': { caseId: string | null; step: string; previous: string };
  /** Everything that was due has been sent. */
  'idv-submitted': { caseId: string };
  /** The page is about to go to `url`; `preventDefault()` keeps it here. */
  'idv-return': { caseId: string; url: string };
  /** The camera's guidance measured a frame. `reason` says why it does not do; the accepted one has none. */
  'idv-frame': { caseId: string | null; step: ChallengeStep; accepted: boolean; reason: FrameReason | null };
  'idv-error': ErrorReport;
  /** The session ended and no new one could be had. */
  'idv-session-expired': { caseId: string | null };
  /** The person did not agree (`declined`: the case is canceled) or closed the dialog (`closed`: it stays open). */
  'idv-cancel': { caseId: string | null; reason: 'declined' | 'closed' };
}

export type IdvEventName = keyof IdvEventDetails;

/** The events of `<idv-verify>` by name, as `addEventListener` gives them. */
export type IdvEventMap = { [Name in IdvEventName]: CustomEvent<IdvEventDetails[Name]> };

/**
 * Dispatches one of them, bubbling and composed.
 * @returns false if it was canceled.
 */
export function emit<Name extends IdvEventName>(
  target: EventTarget,
  name: Name,
  detail: IdvEventDetails[Name],
): boolean {
  const cancelable = name === 'idv-return';
  return target.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable }));
}
