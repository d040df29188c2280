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

/** The status as a page sees it. */
export const SessionSelfieStatus = z.enum(['requires_capture', 'processing', 'completed', 'expired']);
export type SessionSelfieStatus = z.infer<typeof SessionSelfieStatus>;

/** A step of a challenge; left is the person's left. `center` always comes first. */
export const ChallengeStep = z.enum(['center', 'turn_left', 'turn_right', 'look_up', 'look_down', 'blink']);
export type ChallengeStep = z.infer<typeof ChallengeStep>;

export const LivenessResult = z.enum(['pass', 'fail', 'inconclusive', 'not_performed']);
export const FaceMatchResult = z.enum(['match', 'no_match', 'inconclusive', 'not_performed']);

/** The result of a check that measured nothing. */
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
]);
export type SelfieReason = z.infer<typeof SelfieReason>;

/** The steps that the service asks for. The nonce is valid for one capture. */
export const Challenge = z.object({ nonce: z.string(), steps: z.array(ChallengeStep), expiresAt: Timestamp });
export type Challenge = z.infer<typeof Challenge>;

const Score = z.nullable(z.number().check(z.gte(0), z.lte(1)));

/**
 * Evidence for a reviewer, no verdict; `null` where it was not measured.
 */
export const SelfieSignals = z.object({
  /** How far the surroundings of a step picture are from those of the neutral one: 0 the same, 1 nothing in common. */
  background: z.nullable(z.number()),
  /** How far two frames in a row are from each other, at most: 0 the same, 1 nothing in common. */
  neighbours: z.nullable(z.number()),
  /** The take as the page timed it: its length and its largest gap, in milliseconds. */
  timing: z.nullable(z.object({ durationMs: z.number(), longestGapMs: z.number() })),
  /** The camera's label, if it names a virtual camera. */
  cameraLabel: z.nullable(z.string()),
  /** The capture that pictures of this one were used in before. */
  replayOf: z.nullable(z.object({ caseId: idSchema('case'), selfieCheckId: idSchema('bio') })),
  /** The phone that took the pictures for a computer; `null` where there was none. */
  handoff: z.nullable(HandoffEvidence),
});
export type SelfieSignals = z.infer<typeof SelfieSignals>;

/** A selfie check as the customer's back end sees it. Scores run from 0 to 1; `null` where nothing was measured. */
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
  /** `reasons` in English, for pages with no words of their own. */
  userMessage: z.nullable(z.string()),
  createdAt: Timestamp,
  completedAt: z.nullable(Timestamp),
});
export type SelfieCheck = z.infer<typeof SelfieCheck>;

/** A selfie check as the page sees it: never a score, never a verdict. */
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
    /** Why the person is asked for another picture; `null` if they are not. The words for it are the page's. */
    reason: z.nullable(SelfieReason),
  },
);
export type SessionSelfieCheck = z.infer<typeof SessionSelfieCheck>;

/** A step that is a movement: all but `center`. */
export const ChallengeMovement = z.enum(['turn_left', 'turn_right', 'look_up', 'look_down', 'blink']);
export type ChallengeMovement = z.infer<typeof ChallengeMovement>;

/**
 * The body of POST /biometrics/selfie-check. A challenge that was not answered yet stays the same until its time is up;
 * `stuckAt` asks for another one, without the movement that the person can't do.
 */
export const StartSelfieCheck = z.strictObject({
  caseId: text(60),
  stuckAt: z.optional(ChallengeMovement),
});
export type StartSelfieCheck = z.infer<typeof StartSelfieCheck>;

const Times = z.array(z.number().check(z.gte(0), z.lte(sizeLimits.challengeSeconds * 1000)));

/**
 * The fields of the multipart capture: the nonce, the steps in order, and a file `frames` for each. `trailTimes` has the
 * millisecond of each file of the `trail`, rising from 0, and `times` that of each step's frame on the same clock.
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
  /** The camera's label, if the page takes it for a virtual camera. */
  cameraLabel: z.optional(text(200)),
});
export type CaptureFields = z.infer<typeof CaptureFields>;
