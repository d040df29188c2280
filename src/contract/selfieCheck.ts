import * as z from 'zod/mini';
import { HandoffEvidence } from './handoff.ts';
import { idSchema } from './ids.ts';
import { sizeLimits } from './limits.ts';
import { Mode } from './mode.ts';
import { Timestamp, text } from './scalars.ts';

export const SelfieStatus = z.enum([
  'requires_capture',
  'processing',
  'passed',
  'failed',
  'inconclusive',
  'expired',
]);
export type SelfieStatus = z.infer<typeof SelfieStatus>;

/** The status as returned to a page. */
export const SessionSelfieStatus = z.enum(['requires_capture', 'processing', 'completed', 'expired']);
export type SessionSelfieStatus = z.infer<typeof SessionSelfieStatus>;

/** A step of a challenge; left is the person's left. `center` is always the first. */
export const ChallengeStep = z.enum(['center', 'turn_left', 'turn_right', 'look_up', 'look_down', 'blink']);
export type ChallengeStep = z.infer<typeof ChallengeStep>;

/** A step with a movement: all but `center`. */
export const ChallengeMovement = z.enum(['turn_left', 'turn_right', 'look_up', 'look_down', 'blink']);
export type ChallengeMovement = z.infer<typeof ChallengeMovement>;

export const LivenessResult = z.enum(['pass', 'fail', 'inconclusive', 'not_performed']);
export const FaceMatchResult = z.enum(['match', 'no_match', 'inconclusive', 'not_performed']);

/** The result of a check without a measurement. */
export const unmeasured = { result: 'not_performed', score: null } as const;

/** Why a selfie did not pass. */
export const SelfieReason = z.enum([
  'selfie_no_face',
  'selfie_multiple_faces',
  'selfie_low_quality',
  'selfie_too_dark',
  'selfie_occluded',
  'selfie_challenge_failed',
  'selfie_challenge_skipped',
  'selfie_trail_missing',
  'selfie_take_interrupted',
  'selfie_faces_doubtful',
  'selfie_reference_undecided',
  'selfie_different_faces',
  'selfie_face_mismatch',
  'selfie_spoof_suspected',
  'selfie_replayed',
  // A fault of the service, not of the pictures.
  'check_failed',
  // The store of the service has them no longer, or not as they were.
  'pictures_lost',
]);
export type SelfieReason = z.infer<typeof SelfieReason>;

/** The steps that the service requires. The nonce is valid for one capture. */
export const Challenge = z.object({ nonce: z.string(), steps: z.array(ChallengeStep), expiresAt: Timestamp });
export type Challenge = z.infer<typeof Challenge>;

const Score = z.nullable(z.number().check(z.gte(0), z.lte(1)));

/** Evidence for a reviewer, not a verdict; `null` if not measured. */
export const SelfieSignals = z.object({
  /**
   * The largest difference between the background of a step picture and that of the neutral one: 0 for equal, 1 for
   * nothing in common.
   */
  background: z.nullable(z.number()),
  /** The largest difference between two consecutive frames: 0 for equal, 1 for nothing in common. */
  neighbours: z.nullable(z.number()),
  /** The times of the recording according to the page: its length and its largest gap, in milliseconds. */
  timing: z.nullable(z.object({ durationMs: z.number(), longestGapMs: z.number() })),
  /** The camera's label, if it names a virtual camera. */
  cameraLabel: z.nullable(z.string()),
  /** The earlier capture in which pictures of this one were used. */
  replayOf: z.nullable(z.object({ caseId: idSchema('case'), selfieCheckId: idSchema('bio') })),
  /** An earlier capture that shares moments with this one, whose pictures are lost: whether they are the same is unknown. */
  notCompared: z.nullable(z.object({ caseId: idSchema('case'), selfieCheckId: idSchema('bio') })),
  /**
   * How the face compares with the portrait of the document, where the policy has `documentPortrait: 'evidence'`; `null` if it was
   * not compared that way. It decides nothing: `faceMatch` stays `not_performed`.
   */
  documentPortrait: z.nullable(z.object({ result: FaceMatchResult, score: Score })),
  /** The phone that took the pictures for a computer; `null` if there was none. */
  handoff: z.nullable(HandoffEvidence),
  /** The number of challenges drawn for the case, this one included. */
  draws: z.nullable(z.int()),
  /** The movements that the person could not do before this challenge, in order: none, one or two. */
  stuckAt: z.nullable(z.array(ChallengeMovement)),
});
export type SelfieSignals = z.infer<typeof SelfieSignals>;

/** A selfie check as returned to the customer's back end. Scores are 0 to 1; `null` if not measured. */
export const SelfieCheck = z.object({
  id: idSchema('bio'),
  object: z.literal('selfie_check'),
  mode: Mode,
  caseId: idSchema('case'),
  status: SelfieStatus,
  attempt: z.int(),
  challenge: Challenge,
  liveness: z.object({ result: LivenessResult, score: Score }),
  faceMatch: z.object({ result: FaceMatchResult, score: Score }),
  reasons: z.array(SelfieReason),
  engine: z.nullable(z.object({ name: z.string(), version: z.string() })),
  signals: SelfieSignals,
  /** `reasons` in English, for pages without texts of their own. */
  userMessage: z.nullable(z.string()),
  createdAt: Timestamp,
  completedAt: z.nullable(Timestamp),
});
export type SelfieCheck = z.infer<typeof SelfieCheck>;

/** A selfie check as returned to the page: never a score, never a verdict. */
export const SessionSelfieCheck = z.extend(
  z.pick(SelfieCheck, {
    id: true,
    object: true,
    mode: true,
    caseId: true,
    challenge: true,
    userMessage: true,
  }),
  {
    status: SessionSelfieStatus,
    /** Why the person is asked for another picture; `null` if they are not. The page has the texts. */
    reason: z.nullable(SelfieReason),
  },
);
export type SessionSelfieCheck = z.infer<typeof SessionSelfieCheck>;

/**
 * The body of POST /biometrics/selfie-check. A pending challenge stays the same until it expires. `stuckAt` requests
 * another one, without the movement that the person can't do; the second time one picture for a reviewer, `["center"]`.
 */
export const StartSelfieCheck = z.strictObject({
  caseId: text(60),
  stuckAt: z.optional(ChallengeMovement),
});
export type StartSelfieCheck = z.infer<typeof StartSelfieCheck>;

const Times = z.array(z.number().check(z.gte(0), z.lte(sizeLimits.challengeSeconds * 1000)));

/**
 * The fields of the multipart capture: the nonce, the steps in order, and a file `frames` for each. `trailTimes`
 * contains the time of each file of the `trail` in milliseconds, increasing from 0; `times` that of each step's frame
 * on the same clock.
 */
export const CaptureFields = z.strictObject({
  nonce: text(200),
  steps: z
    .array(ChallengeStep)
    .check(
      z.minLength(1, { error: 'required' }),
      z.maxLength(sizeLimits.framesPerCapture, { error: 'too_long' }),
    ),
  trailTimes: z.optional(Times),
  times: z.optional(Times),
  /** The camera's label, if the page considers it a virtual camera. */
  cameraLabel: z.optional(text(200)),
});
export type CaptureFields = z.infer<typeof CaptureFields>;
