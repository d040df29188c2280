import type { ChallengeStep } from '../../src/contract/selfieCheck.ts';
import type { Evidence } from '../../src/service/selfies/examiner.ts';
import type { DrawnTake } from './drawnRecording.ts';

/** The input of the examiner for a capture: pictures only, or with a recording. */
export function evidenceOf(
  steps: readonly ChallengeStep[],
  capture: readonly Buffer[] | DrawnTake,
  more: Partial<Evidence> = {},
): Evidence {
  const [frames, take] = 'frames' in capture ? [capture.frames, capture] : [capture, null];
  return {
    frames: steps.map((step, index) => ({ step, file: frames[index]! })),
    reference: null,
    take: take && { ...take, cameraLabel: null },
    availableMs: null,
    isTestFaceAllowed: true,
    ...more,
  };
}
