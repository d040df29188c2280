import type { SelfieSignals } from '../../../contract/selfieCheck.ts';
import type { TakeAnalysis } from '../../../vision/index.ts';
import { noSignals } from '../noSignals.ts';
import { isVirtualCamera } from './isVirtualCamera.ts';

/** What the trail says of the step pictures, `null`: it could not be read; and what the page says of the camera. */
export interface AnalysedTake {
  analysis: TakeAnalysis | null;
  cameraLabel: string | null;
}

/** What a reviewer may want to know of a take. */
export function signalsOf(take: AnalysedTake | null): SelfieSignals {
  if (!take) return noSignals;
  const { analysis } = take;
  const label = take.cameraLabel && isVirtualCamera(take.cameraLabel) ? take.cameraLabel : null;
  if (!analysis) return { ...noSignals, cameraLabel: label };
  const { likeness, neighbours, durationMs, longestGapMs } = analysis;
  return {
    background: likeness === null ? null : distance(likeness),
    neighbours: neighbours === null ? null : distance(neighbours),
    timing: { durationMs, longestGapMs },
    cameraLabel: label,
  };
}

/** 0 the same, 1 nothing in common; to two digits. */
function distance(correlation: number): number {
  return Math.round(100 * Math.min(1, 1 - correlation)) / 100;
}
