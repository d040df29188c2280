import { whenPlaying } from '../camera/takeFrame.ts';
import { FrameClock } from './guidedFrames.ts';
import type { TrailRecorder } from './TrailRecorder.ts';

/** Milliseconds between two frames of the trail where nobody says when the head moves. */
const EACH_MS = 180;

/** Records the trail while the person presses the button; until the signal. @param failed hears why there is no trail. */
export async function recordByHand(
  video: HTMLVideoElement,
  trail: TrailRecorder,
  signal: AbortSignal,
  failed: (detail: string) => void,
): Promise<void> {
  try {
    await whenPlaying(video, signal);
    const clock = new FrameClock(video, signal);
    for (;;) {
      await clock.next();
      const now = performance.now();
      if (trail.since(now) >= EACH_MS) trail.add(video, now);
    }
  } catch (error) {
    // Without a trail the pictures are taken all the same, and a human looks at them.
    if (!signal.aborted) failed(error instanceof Error ? error.message : 'The take could not be recorded.');
  }
}
