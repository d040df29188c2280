/** The take that the step pictures of a capture come from, as the page sent it. */
export interface Take {
  /** Small picture files, in order of time. */
  trail: Uint8Array[];
  /** Milliseconds, rising from 0: one for each frame of the trail, and one for each step picture. */
  trailTimes: number[];
  times: number[];
  cameraLabel: string | null;
}
