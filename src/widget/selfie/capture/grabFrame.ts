/** A picture of the camera that can be handed to the eye. */
export type CameraFrame = VideoFrame | ImageBitmap;

/**
 * The present picture of a video, twice: one to be measured, one to be kept if it is good. A VideoFrame only counts
 * its holders, so nothing is copied; where there is none, bitmaps do.
 */
export async function grabFrame(
  video: HTMLVideoElement,
): Promise<[measured: CameraFrame, kept: CameraFrame]> {
  if (typeof VideoFrame === 'function') {
    const frame = new VideoFrame(video);
    return [frame, frame.clone()];
  }
  return Promise.all([createImageBitmap(video), createImageBitmap(video)]);
}
