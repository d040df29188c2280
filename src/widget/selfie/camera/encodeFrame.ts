import { captureLimits } from '../../../contract/captureLimits.ts';
import { CameraError } from './CameraError.ts';
import { encodeJpeg } from './encodeJpeg.ts';

/**
 * A picture of the camera as JPEG, as the camera sees it (not mirrored).
 * @throws CameraError `small` if a side is under 480 px.
 */
export async function encodeFrame(frame: HTMLVideoElement | VideoFrame | ImageBitmap): Promise<Blob> {
  const { width, height } = sizeOf(frame);
  if (Math.min(width, height) < captureLimits.frameMinSide) throw new CameraError('small');
  return encodeJpeg(frame, width, height);
}

function sizeOf(frame: HTMLVideoElement | VideoFrame | ImageBitmap): { width: number; height: number } {
  if ('videoWidth' in frame) return { width: frame.videoWidth, height: frame.videoHeight };
  if ('displayWidth' in frame) return { width: frame.displayWidth, height: frame.displayHeight };
  return frame;
}
