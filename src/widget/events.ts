import type { ErrorCode } from '../contract/errors.ts';
import type { ChallengeStep } from '../contract/selfieCheck.ts';
import type { Hint } from '../vision/judge/hintFor.ts';

/**
 * Why there is no camera picture, in this order: refused by the person; prompt dismissed; refused by the system; no
 * camera; in use by another program; forbidden to this page by its site; no https; no such API; stopped while in use; a
 * picture under 480 px; any other reason.
 */
export type CameraProblem =
  | 'denied'
  | 'dismissed'
  | 'system'
  | 'missing'
  | 'busy'
  | 'blocked'
  | 'insecure'
  | 'unsupported'
  | 'lost'
  | 'small'
  | 'failed';

/** Why a camera frame is not accepted: the hint that the person sees. */
export type FrameReason = Hint;

/**
 * The codes of `idv-error`: those of the service; `http_502` and the like if a proxy responded; those of the element,
 * where `camera_` states why there is no picture. A newer service may send codes that are not listed.
 */
export type ErrorReportCode =
  | ErrorCode
  | `http_${number}`
  | 'connection'
  | 'offline'
  | 'timeout'
  | 'session'
  | 'setup'
  | 'other'
  | `camera_${CameraProblem}`;

/** An error: code, a text that may be shown, and whether a retry can help. Never contains a key or input. */
export interface ErrorReport {
  code: ErrorReportCode;
  message: string;
  retryable: boolean;
  requestId: string | null;
}

/**
 * A degraded feature, by cause:
 * - `worker_blocked`: no worker starts, so the guidance runs on the page's main thread;
 * - `weights_missing`, `wasm_refused`, `guidance_failed`: no guidance, the person presses the button;
 * - `trail_failed`: recording failed, so that a reviewer looks at the pictures;
 * - `limits_invalid`: a threshold is out of its bounds, so the defaults are used;
 * - `origin_not_allowed`: the session key is not valid for this page's origin;
 * - `session_not_renewable`: the property `session` is set without a way to renew it; it ends after 15 minutes;
 * - `handoff_missing`: the hand-off to a phone is not offered, because its script did not load;
 * - `handoff_without_events`: no server-sent events arrive, so the computer polls every three seconds;
 * - `session_url_invalid`, `session_url_failed`, `session_invalid`: no session from the page's back end;
 * - `attribute_invalid`: an attribute has an unsupported value, which is ignored;
 * - `site_name_missing`: the consent says “this website” and its host, because neither the branding nor `site-name` has
 *   a name.
 */
export type NoticeCode =
  | 'worker_blocked'
  | 'weights_missing'
  | 'wasm_refused'
  | 'guidance_failed'
  | 'trail_failed'
  | 'limits_invalid'
  | 'origin_not_allowed'
  | 'session_not_renewable'
  | 'handoff_missing'
  | 'handoff_without_events'
  | 'session_url_invalid'
  | 'session_url_failed'
  | 'session_invalid'
  | 'attribute_invalid'
  | 'site_name_missing';

/** The details of the events. None of them contains the outcome, which is never sent to a page. */
export interface IdvEventDetails {
  /** The first screen is shown. */
  'idv-ready': { caseId: string | null; step: string };
  /** Another screen is shown. */
  'idv-step': { caseId: string | null; step: string; previous: string };
  /** All required items were sent. */
  'idv-submitted': { caseId: string };
  /** The page is about to go to `url`; `preventDefault()` keeps it here. */
  'idv-return': { caseId: string; url: string };
  /** The camera guidance has measured a frame. `reason` says why it is not acceptable; `null` for an accepted one. */
  'idv-frame': { caseId: string | null; step: ChallengeStep; accepted: boolean; reason: FrameReason | null };
  'idv-error': ErrorReport;
  /** A feature is degraded; `detail` is for the developers of the page. */
  'idv-notice': { code: NoticeCode; detail: string };
  /** The session ended and could not be renewed. */
  'idv-session-expired': { caseId: string | null };
  /**
   * The person did not agree (`declined`), or refused the face check that the policy requires (`face_refused`): the
   * case is canceled. Or they closed the dialog, or left the phone of a hand-off for their computer (`closed`): the
   * case stays open.
   */
  'idv-cancel': { caseId: string | null; reason: 'declined' | 'face_refused' | 'closed' };
}

export type IdvEventName = keyof IdvEventDetails;

/** The events of `<idv-verify>` by name, as received by listeners. */
export type IdvEventMap = { [Name in IdvEventName]: CustomEvent<IdvEventDetails[Name]> };

/**
 * Dispatches an event, bubbling and composed.
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
