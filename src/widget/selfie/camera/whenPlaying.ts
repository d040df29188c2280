/**
 * Waits until the video plays and has a picture. It is told to play, since browsers put `autoplay` off until they
 * deem a video visible. Rejects with the signal's reason.
 */
export async function whenPlaying(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
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
