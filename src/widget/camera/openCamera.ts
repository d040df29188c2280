import type { ChallengeStep } from '../../contract/selfieCheck.ts';
import { CameraError } from './CameraError.ts';
import { cameraProblemOf } from './cameraProblemOf.ts';

/** A running camera, or the test face in its place. Its tracks end when the signal it was opened with is aborted. */
export interface Camera {
  stream: MediaStream;
  /** `null` if the browser doesn't say, and for the test face. */
  deviceId: string | null;
  /** Makes the test face do a step; a camera has people for that. */
  act?: (step: ChallengeStep) => void;
}

/** Enough for a sharp face in every frame, little enough to be looked at many times a second. */
const PICTURE = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } };

/**
 * Asks for the camera that faces the person, or a chosen one.
 * @throws CameraError; the signal's reason if it is aborted, and then no track is left running.
 */
export async function openCamera(deviceId: string | null, signal: AbortSignal): Promise<Camera> {
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
  return { stream, deviceId: stream.getVideoTracks()[0]?.getSettings().deviceId ?? null };
}

/** A chosen camera that is gone by now must not be the end: then any camera will do. */
async function request(deviceId: string | null): Promise<MediaStream> {
  const { mediaDevices } = navigator;
  const facing = { ...PICTURE, facingMode: 'user' };
  if (deviceId === null) return mediaDevices.getUserMedia({ video: facing });
  try {
    return await mediaDevices.getUserMedia({ video: { ...PICTURE, deviceId: { exact: deviceId } } });
  } catch (error) {
    if (!(error instanceof Error) || !['OverconstrainedError', 'NotFoundError'].includes(error.name))
      throw error;
    return mediaDevices.getUserMedia({ video: facing });
  }
}
