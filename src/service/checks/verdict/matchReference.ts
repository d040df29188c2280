import type { SelfieCheck } from '../../../contract/selfieCheck.ts';
import { faceDistance } from '../../../vision/index.ts';
import type { Look } from './Look.ts';
import { pictureReasons } from './pictureReasons.ts';
import { serviceLimits } from './serviceLimits.ts';

/**
 * Compares the neutral frame with the reference picture. The score is 1 for one and the same picture and 0.5 where
 * `no_match` begins. A reference that shows no face, or more than one, says nothing.
 */
export function matchReference(neutral: Look, reference: Look): SelfieCheck['faceMatch'] {
  const faces = pictureReasons(reference);
  const unusable = faces.includes('selfie_no_face') || faces.includes('selfie_multiple_faces');
  if (unusable || !reference.descriptor) return { result: 'inconclusive', score: null };
  const distance = faceDistance(neutral.descriptor!, reference.descriptor);
  const score = Math.round(100 * Math.max(0, 1 - distance / (2 * serviceLimits.sameReference))) / 100;
  if (distance <= serviceLimits.referenceMatch) return { result: 'match', score };
  return { result: distance <= serviceLimits.sameReference ? 'inconclusive' : 'no_match', score };
}
