import type { SelfieReason } from '../../../contract/selfieCheck.ts';
import type { LightProblem } from '../../../vision/index.ts';

/** What is told about a picture that shows nothing for want of light or contrast. */
export function lightReason(problem: LightProblem): SelfieReason {
  return problem === 'too_dark' ? 'selfie_too_dark' : 'selfie_low_quality';
}
