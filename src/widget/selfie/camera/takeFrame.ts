import { captureLimits } from '../../../contract/captureLimits.ts';
import { CameraError, savesData } from './openCamera.ts';

/**
 * Takes the current picture of a video as JPEG; waits until there is one.
 * @throws CameraError `small` if a side is under 480 px; the signal's reason if it is aborted.
 */
export async function takeFrame(video: HTMLVideoElement, signal: AbortSignal): Promise<Blob> {
  await whenPlaying(video, signal);
  const frame = await encodeFrame(video);
  signal.throwIfAborted();
  return frame;
}

/**
 * Encodes a picture of the camera as JPEG, not mirrored.
 * @throws CameraError `small` if a side is under 480 px, or as many as the caller says.
 */
export async function encodeFrame(
  frame: HTMLVideoElement | VideoFrame | ImageBitmap,
  minSide: number = captureLimits.frameMinSide,
): Promise<Blob> {
  const { width, height } = sizeOf(frame);
  if (Math.min(width, height) < minSide) throw new CameraError('small');
  return encodeJpeg(frame, width, height);
}

function sizeOf(frame: HTMLVideoElement | VideoFrame | ImageBitmap): { width: number; height: number } {
  if ('videoWidth' in frame) return { width: frame.videoWidth, height: frame.videoHeight };
  if ('displayWidth' in frame) return { width: frame.displayWidth, height: frame.displayHeight };
  return frame;
}

/**
 * JPEG quality. `usual` is visually lossless for a face, with a fifth of the size of quality 1; `saving` halves that.
 */
const QUALITY = { usual: 0.92, saving: 0.8 };

/**
 * Draws a picture at a given size and encodes it as JPEG. No metadata of a file remains, such as place or device.
 * @throws Error if the browser can't.
 */
export async function encodeJpeg(source: CanvasImageSource, width: number, height: number): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser gives no canvas');
  context.drawImage(source, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('This browser could not pack a JPEG'))),
      'image/jpeg',
      savesData() ? QUALITY.saving : QUALITY.usual,
    );
  });
}

/**
 * Waits until the video plays and has a picture. Calls `play()`, because browsers delay `autoplay` until they consider
 * a video visible. Rejects with the signal's reason.
 */
export async function whenPlaying(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  // A film that may not play yet delivers no frame: the wait below tells.
  if (video.paused) await video.play().catch(() => undefined);
  if (video.readyState < video.HAVE_CURRENT_DATA) await loaded(video, signal);
  signal.throwIfAborted();
}

function loaded(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    video.addEventListener('loadeddata', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
