import { encodeFrame } from './encodeFrame.ts';
import { whenPlaying } from './whenPlaying.ts';

/**
 * The present picture of a video as JPEG, as soon as there is one.
 * @throws CameraError `small` if a side is under 480 px; the signal's reason if it is aborted.
 */
export async function takeFrame(video: HTMLVideoElement, signal: AbortSignal): Promise<Blob> {
  await whenPlaying(video, signal);
  const frame = await encodeFrame(video);
  signal.throwIfAborted();
  return frame;
}
