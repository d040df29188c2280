import * as z from 'zod/mini';
import { idSchema } from './ids.ts';
import { Mode } from './mode.ts';
import { Timestamp, text } from './text.ts';

export const SelfieStatus = z.enum([
  'requires_capture',
  'processing',
  'passed',
  'failed',
  'inconclusive',
  'expired',
]);
export type SelfieStatus = z.infer<typeof SelfieStatus>;

/** What a page sees in place of it. */
export const SessionSelfieStatus = z.enum(['requires_capture', 'processing', 'completed', 'expired']);
export type SessionSelfieStatus = z.infer<typeof SessionSelfieStatus>;

/** A step of a challenge; left is the person's left. `center` always comes first. */
export const ChallengeStep = z.enum(['center', 'turn_left', 'turn_right', 'look_up', 'look_down', 'blink']);
export type ChallengeStep = z.infer<typeof ChallengeStep>;

export const LivenessResult = z.enum(['pass', 'fail', 'inconclusive', 'not_performed']);
export const FaceMatchResult = z.enum(['match', 'no_match', 'inconclusive', 'not_performed']);

/** Why a selfie did not pass. */
export const SelfieReason = z.enum([
  'selfie_no_face',
  'selfie_multiple_faces',
  'selfie_low_quality',
  'selfie_too_dark',
  'selfie_occluded',
  'selfie_challenge_failed',
  'selfie_challenge_skipped',
  'selfie_different_faces',
  'selfie_face_mismatch',
  'selfie_spoof_suspected',
]);
export type SelfieReason = z.infer<typeof SelfieReason>;

/** What the person is asked to do, chosen by the service. The nonce is good for one capture. */
export const Challenge = z.object({ nonce: z.string(), steps: z.array(ChallengeStep), expiresAt: Timestamp });
export type Challenge = z.infer<typeof Challenge>;

const Score = z.nullable(z.number().check(z.gte(0), z.lte(1)));

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
  { status: SessionSelfieStatus },
);
export type SessionSelfieCheck = z.infer<typeof SessionSelfieCheck>;

/** The body of POST /biometrics/selfie-check. */
export const StartSelfieCheck = z.strictObject({ caseId: text(60) });
export type StartSelfieCheck = z.infer<typeof StartSelfieCheck>;

/** The fields of the multipart capture: the nonce, the steps in order as JSON, and a file `frames` for each. */
export const CaptureFields = z.strictObject({
  nonce: text(200),
  steps: z
    .array(ChallengeStep)
    .check(z.minLength(1, { error: 'required' }), z.maxLength(8, { error: 'too_long' })),
});
export type CaptureFields = z.infer<typeof CaptureFields>;
