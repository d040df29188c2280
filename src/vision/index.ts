/** The face engine, for the service and for tests; the page imports `startFaceEngine.ts` alone. */
export { analyseFrame, type FrameAnalysis } from './analyseFrame.ts';
export { describeBothSides, faceDistance, meanDescriptor } from './descriptors.ts';
export { createFaceEngine, type FaceEngine, type FaceEngineParts } from './FaceEngine.ts';

export {
  type Face,
  type Landmarks,
  type Point,
  type Region,
  regionOfFace,
  type Tracked,
} from './face/face.ts';

export { type Pose, poseBetween } from './face/poseBetween.ts';

export {
  areBothEyesCovered,
  type Guidance,
  type HeldHint,
  type Hint,
  hintFor,
  holdHint,
} from './judge/hintFor.ts';

export { type ChallengeVerdict, judgeChallenge, type StepVerdict } from './judge/judgeChallenge.ts';
export { judgeLight, judgeQuality, type LightProblem, type QualityProblem } from './judge/judgeQuality.ts';

export { judgeStep, type StepProblem } from './judge/judgeStep.ts';
export { type CaptureThresholds, resolveThresholds, thresholdTable } from './judge/thresholds.ts';
export type { MeasuredFace, Measurement, Mesh } from './measurement.ts';
export type { Picture } from './picture.ts';
export {
  analyseRecording,
  type RecordingAnalysis,
  type RecordingProblem,
  type StepPicture,
} from './recording/analyseRecording.ts';
export { backgroundOf } from './recording/backgroundLikeness.ts';
export { faceIlluminationOf } from './recording/faceIllumination.ts';
export { type TrailPicture, TrailReader } from './recording/TrailReader.ts';
export { thumbnailOf } from './recording/thumbnail.ts';
export { type FilmLikeness, filmLikeness, type Moments } from './replay/filmLikeness.ts';
export { areaAround, momentGrid } from './replay/momentGrid.ts';
export { momentLook } from './replay/momentLook.ts';
export { mirroredPrint, momentPrint, printDistance } from './replay/momentPrint.ts';
export type { Area } from './replay/pictureGrid.ts';
export { measure, Tracker } from './Tracker.ts';

export { VisionError, type VisionErrorCode } from './VisionError.ts';
