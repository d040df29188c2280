import type { SelfieReason } from '../../../contract/selfieCheck.ts';
import { type FrameAnalysis, judgeQuality, type QualityProblem } from '../../../vision/index.ts';
import { lightReason } from './lightReason.ts';
import { serviceLimits } from './serviceLimits.ts';

/** Why a picture can't be judged; none for a good one. Where the face stands in it does not matter here. */
export function pictureReasons({ lightProblem, measurement }: FrameAnalysis): SelfieReason[] {
  if (lightProblem) return [lightReason(lightProblem)];
  return judgeQuality(measurement, serviceLimits).flatMap((problem) => REASONS[problem] ?? []);
}

const REASONS: Partial<Record<QualityProblem, SelfieReason>> = {
  no_face: 'selfie_no_face',
  several_faces: 'selfie_multiple_faces',
  too_small: 'selfie_low_quality',
  too_large: 'selfie_low_quality',
  too_dark: 'selfie_too_dark',
  too_bright: 'selfie_low_quality',
  blurred: 'selfie_low_quality',
  eyes_covered: 'selfie_occluded',
};
