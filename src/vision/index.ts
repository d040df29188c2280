/** The eye, for the service and for tests; the page imports `page/startEye.ts` alone. Pure but for `readVisionFiles`. */
export { createEye, type EyeParts } from './createEye.ts';
export type { Eye, Tracked } from './Eye.ts';
export type { Face, Point } from './face/Face.ts';
export { faceDistance } from './face/faceDistance.ts';
export type { Landmarks } from './face/Landmarks.ts';
export type { Pose } from './face/Pose.ts';
export { poseBetween } from './face/poseBetween.ts';
export { type Region, regionOfFace } from './face/Region.ts';
export type { Hint } from './judge/Hint.ts';
export { type Guidance, hintFor } from './judge/hintFor.ts';
export { type HeldHint, holdHint } from './judge/holdHint.ts';
export { type ChallengeVerdict, judgeChallenge, type StepVerdict } from './judge/judgeChallenge.ts';
export { judgeQuality, type QualityProblem } from './judge/judgeQuality.ts';
export { judgeStep, type StepProblem } from './judge/judgeStep.ts';
export { type Limits, limitTable } from './judge/limits.ts';
export { resolveLimits } from './judge/resolveLimits.ts';

export type { Step } from './judge/Step.ts';
export type { MeasuredFace, Measurement, Mesh } from './Measurement.ts';
export { measure } from './measure.ts';
export type { Picture } from './Picture.ts';
export { Tracker } from './Tracker.ts';
export { VisionError, type VisionErrorCode } from './VisionError.ts';
