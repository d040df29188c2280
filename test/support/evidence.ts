import type { ChallengeStep } from '../../src/contract/selfieCheck.ts';
import type { Evidence } from '../../src/service/selfies/examiner.ts';
import type { DrawnTake } from './drawnRecording.ts';

/** What an examiner is given of a capture: pictures alone, or a take. */
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
