import type { SelfieCheck } from '../../../contract/selfieCheck.ts';
import { type FrameAnalysis, faceDistance } from '../../../vision/index.ts';
import { pictureReasons } from './pictureReasons.ts';
import { serviceLimits } from './serviceLimits.ts';

/** The face of the neutral frame, and the reference picture with its face; `null` where none can be described. */
export interface Comparison {
  neutral: Float32Array | null;
  reference: FrameAnalysis;
  face: Float32Array | null;
}

/**
 * Compares the neutral frame with the reference picture. The score is 1 for one and the same picture and 0.5 where
 * `no_match` begins. A reference that shows no face, or more than one, says nothing.
 */
export function matchReference({ neutral, reference, face }: Comparison): SelfieCheck['faceMatch'] {
  const faces = pictureReasons(reference);
  const unusable = faces.includes('selfie_no_face') || faces.includes('selfie_multiple_faces');
  if (unusable || !neutral || !face) return { result: 'inconclusive', score: null };
  const distance = faceDistance(neutral, face);
  const score = Math.round(100 * Math.max(0, 1 - distance / (2 * serviceLimits.sameReference))) / 100;
  if (distance <= serviceLimits.referenceMatch) return { result: 'match', score };
  return { result: distance <= serviceLimits.sameReference ? 'inconclusive' : 'no_match', score };
}
