import type { ChallengeStep } from '../../../contract/selfieCheck.ts';
import { CameraError } from './CameraError.ts';
import { cameraProblemOf } from './cameraProblemOf.ts';
import { savesData } from './savesData.ts';

/** A running camera, or the test face in its place. Its tracks end when the signal it was opened with is aborted. */
export interface Camera {
  stream: MediaStream;
  /** `null` if the browser doesn't say, and for the test face. */
  deviceId: string | null;
  /** Makes the test face do a step; a camera has people for that. */
  act?: (step: ChallengeStep) => void;
}

/** Enough for a sharp face in every frame, little enough to be looked at many times a second; less where data are saved. */
const picture = () => ({
  width: { ideal: savesData() ? 640 : 1280 },
  height: { ideal: savesData() ? 480 : 720 },
  frameRate: { ideal: 30 },
});

/** The camera that was used last, for as long as the page lives. */
let lastCamera: string | null = null;

/**
 * Asks for the camera that was used last, else the one that faces the person; or for a chosen one.
 * @throws CameraError; the signal's reason if it is aborted, and then no track is left running.
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

/** A chosen camera that is gone by now must not be the end: then any camera will do. */
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
