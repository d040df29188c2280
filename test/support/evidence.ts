import type { ChallengeStep } from '../../src/contract/selfieCheck.ts';
import type { Evidence } from '../../src/service/selfies/examiner.ts';
import type { DrawnRecording } from './drawnRecording.ts';

/** The input of the examiner for a capture: pictures only, or with a recording. */
export function evidenceOf(
  steps: readonly ChallengeStep[],
  capture: readonly Buffer[] | DrawnRecording,
  more: Partial<Evidence> = {},
): Evidence {
  const [frames, recording] = 'frames' in capture ? [capture.frames, capture] : [capture, null];
  return {
    frames: steps.map((step, index) => ({ step, file: frames[index]! })),
    reference: null,
    recording: recording && { ...recording, cameraLabel: null },
    availableMs: null,
    isReferenceEvidence: false,
    isTestFaceAllowed: true,
    ...more,
  };
}
