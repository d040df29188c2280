import type { ChallengeStep, SelfieReason } from '../../../contract/selfieCheck.ts';
import type { Verdict } from '../examiner.ts';
import { areEyesCovered } from './areEyesCovered.ts';
import { isOnePerson } from './isOnePerson.ts';
import { judgeMovements } from './judgeMovements.ts';
import type { Look } from './Look.ts';
import { matchReference } from './matchReference.ts';
import { pictureReasons } from './pictureReasons.ts';

/** What was seen in a capture. */
export interface Seen {
  steps: ChallengeStep[];
  /** One for each step. */
  looks: Look[];
  /** Whether one file came for two steps: no camera gives the same bytes twice. */
  isRepeated: boolean;
  reference: Look | null;
}

const unmeasured = { result: 'not_performed', score: null } as const;
const untold = { result: 'inconclusive', score: null } as const;

/**
 * Judges a capture. First whether its pictures are good enough to say anything, then whether it is one person, then
 * whether that person followed the challenge, last whether it is the person of the reference picture. `center` alone
 * is a challenge that was skipped: its picture has to be good, and the rest is left to a human.
 */
export function verdictOf({ steps, looks, isRepeated, reference }: Seen): Verdict {
  const isSkipped = steps.length === 1;
  const reasons = poorReasons(looks);
  if (reasons.length > 0) {
    const liveness = isSkipped ? unmeasured : untold;
    return { selfie: 'retry', reasons, liveness, faceMatch: reference ? untold : unmeasured };
  }
  const faceMatch = reference ? matchReference(looks[0]!, reference) : unmeasured;
  const refuse = (
    selfie: Verdict['selfie'],
    reason: SelfieReason,
    liveness: Verdict['liveness'],
  ): Verdict => ({
    selfie,
    reasons: [reason],
    liveness,
    faceMatch,
  });
  if (!isOnePerson(looks)) return refuse('spoof', 'selfie_different_faces', { result: 'fail', score: 0 });
  const score = isSkipped ? null : isRepeated ? 0 : round(judgeMovements(steps, looks));
  if (score !== null && score < 1) {
    return refuse('retry', 'selfie_challenge_failed', { result: 'fail', score });
  }
  const liveness = isSkipped ? unmeasured : ({ result: 'pass', score } as const);
  if (faceMatch.result === 'no_match') return refuse('no_match', 'selfie_face_mismatch', liveness);
  if (faceMatch.result === 'inconclusive') return refuse('retry', 'selfie_low_quality', liveness);
  if (isSkipped) return refuse('not_performed', 'selfie_challenge_skipped', liveness);
  return { selfie: 'passed', reasons: [], liveness, faceMatch };
}

/** The cause first: in the dark there is no face either. */
const ORDER: readonly SelfieReason[] = [
  'selfie_too_dark',
  'selfie_multiple_faces',
  'selfie_no_face',
  'selfie_occluded',
  'selfie_low_quality',
];

function poorReasons(looks: readonly Look[]): SelfieReason[] {
  const found = new Set(looks.flatMap(pictureReasons));
  if (areEyesCovered(looks[0]!)) found.add('selfie_occluded');
  return ORDER.filter((reason) => found.has(reason));
}

function round(share: number): number {
  return Math.floor(100 * share) / 100;
}
