import type { ChallengeStep } from '../../../contract/selfieCheck.ts';
import type { CameraProblem } from '../../events.ts';

/**
 * A running camera, or the test face that replaces it. Its tracks end when the signal is aborted that it was opened
 * with.
 */
export interface Camera {
  stream: MediaStream;
  /** `null` if the browser doesn't say, and for the test face. */
  deviceId: string | null;
  /** Makes the test face perform a step; absent for a camera. */
  act?: (step: ChallengeStep) => void;
}

/**
 * The requested video format: sharp enough for a face in every frame, small enough to be measured many times a second;
 * smaller if the person saves data.
 */
const picture = () => ({
  width: { ideal: savesData() ? 640 : 1280 },
  height: { ideal: savesData() ? 480 : 720 },
  frameRate: { ideal: 30 },
});

/** The camera that was used last, for the lifetime of the page. */
let lastCamera: string | null = null;

/**
 * Opens the chosen camera, else the one that was used last, else the front camera.
 * @throws CameraError; the signal's reason if it is aborted. No track is left running then.
 */
export async function openCamera(signal: AbortSignal, deviceId = lastCamera): Promise<Camera> {
  signal.throwIfAborted();
  if (!isSecureContext) throw new CameraError('insecure');
  if (!navigator.mediaDevices?.getUserMedia) throw new CameraError('unsupported');
  const stream = await request(deviceId).catch((cause: unknown) => {
    throw new CameraError(cameraProblemOf(cause), { cause });
  });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  signal.throwIfAborted();
  const used = stream.getVideoTracks()[0]?.getSettings().deviceId ?? null;
  lastCamera = used ?? lastCamera;
  return { stream, deviceId: used };
}

/** Requests a camera. If the chosen one is no longer connected, any camera is used. */
async function request(deviceId: string | null): Promise<MediaStream> {
  const { mediaDevices } = navigator;
  const facing = { ...picture(), facingMode: 'user' };
  if (deviceId === null) return mediaDevices.getUserMedia({ video: facing });
  try {
    return await mediaDevices.getUserMedia({ video: { ...picture(), deviceId: { exact: deviceId } } });
  } catch (error) {
    if (!(error instanceof Error) || !['OverconstrainedError', 'NotFoundError'].includes(error.name))
      throw error;
    return mediaDevices.getUserMedia({ video: facing });
  }
}

/**
 * Converts an error of `getUserMedia` by its name; browsers differ in everything else.
 * @see https://w3c.github.io/mediacapture-main/#dom-mediadevices-getusermedia
 */
export function cameraProblemOf(error: unknown): CameraProblem {
  if (error instanceof CameraError) return error.problem;
  const { name, message } = error instanceof Error ? error : new Error();
  switch (name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return refusedBy(message);
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'missing';
    case 'NotReadableError':
    case 'AbortError':
      return 'busy';
    default:
      return 'failed';
  }
}

/** Who refused the camera. Only Chromium's message states it; elsewhere it counts as the person's own refusal. */
function refusedBy(message: string): CameraProblem {
  if (!isAllowedByPolicy()) return 'blocked';
  if (isInAppBrowser()) return 'unsupported';
  if (/system/i.test(message)) return 'system';
  return /dismiss/i.test(message) ? 'dismissed' : 'denied';
}

function isAllowedByPolicy(): boolean {
  const { featurePolicy } = document as { featurePolicy?: { allowsFeature(name: string): boolean } };
  return featurePolicy?.allowsFeature('camera') ?? true;
}

export class CameraError extends Error {
  override name = 'CameraError';
  readonly problem: CameraProblem;

  constructor(problem: CameraProblem, options?: ErrorOptions) {
    super(`No camera picture: ${problem}`, options);
    this.problem = problem;
  }
}

/** User agent tokens of apps with built-in browsers; `; wv` marks any such app on Android. */
const IN_APP =
  /; wv\)|\b(FBAN|FBAV|FB_IAB|Instagram|Line|MicroMessenger|Snapchat|Twitter|LinkedInApp|Pinterest|BytedanceWebview|musical_ly|GSA)\b/;

/** Whether the page is shown within an app, which may have no camera access and no settings to allow it. */
export function isInAppBrowser(agent: string = navigator.userAgent): boolean {
  const isAppleWithoutSafari = /\b(iPhone|iPad)\b/.test(agent) && !/Safari\//.test(agent);
  return IN_APP.test(agent) || isAppleWithoutSafari;
}

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/**
 * Whether the person has asked to save data or has a slow connection. Pictures are then smaller, within the limits of
 * the check. Not every browser reports this.
 * @see https://wicg.github.io/netinfo/
 */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: Connection };
  return connection?.saveData === true || ['slow-2g', '2g', '3g'].includes(connection?.effectiveType ?? '');
}
