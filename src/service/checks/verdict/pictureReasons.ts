import type { SelfieReason } from '../../../contract/selfieCheck.ts';
import { judgeQuality, type QualityProblem } from '../../../vision/index.ts';
import type { Look } from './Look.ts';
import { serviceLimits } from './serviceLimits.ts';

/** Why a picture can't be judged; none for a good one. Where the face stands in it does not matter here. */
export function pictureReasons({ unlit, measurement }: Look): SelfieReason[] {
  if (unlit) return [unlit];
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
};
