import { CameraError, type CameraProblem } from './CameraError.ts';
import { isInAppBrowser } from './isInAppBrowser.ts';

/**
 * Translates a refusal of `getUserMedia` by its name; browsers differ in the rest.
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

/** Who refused shows in Chromium's words alone; elsewhere it counts as the person's own refusal. */
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
