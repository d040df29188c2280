import { setImmediate } from 'node:timers/promises';
import { sizeLimits } from '../../../contract/limits.ts';
import {
  analyseFrame,
  analyseRecording,
  areaAround,
  backgroundOf,
  describeBothSides,
  type FaceEngine,
  type FrameAnalysis,
  faceIlluminationOf,
  meanDescriptor,
  momentGrid,
  type Picture,
  type StepPicture,
  TrailReader,
  thumbnailOf,
} from '../../../vision/index.ts';
import { sha256 } from '../../crypto/sha256.ts';
import type { CaptureLooks, Evidence, Judgement } from '../examiner.ts';
import type { Recording } from '../recording.ts';
import { comparePeople, type Moments, viewsAt } from '../verdict/comparePeople.ts';
import { verdictThresholds } from '../verdict/thresholds.ts';
import { type Comparison, isTestFace, verdictOf } from '../verdict/verdictOf.ts';
import { decodePicture, decodeTrailFrame, freePixels } from './decodePicture.ts';

/**
 * Judges a capture with its recording. The trail is decoded in parallel with the work on the step pictures.
 * @param pictures the step pictures, decoded.
 */
export async function judgeCapture(
  engine: FaceEngine,
  evidence: Evidence,
  pictures: readonly Picture[],
): Promise<Judgement> {
  const decodingTrail = Promise.all((evidence.recording?.trail ?? []).map(decodeTrailFrame));
  try {
    return await judgeWithTrail(engine, evidence, pictures, decodingTrail);
  } finally {
    for (const picture of await decodingTrail) if (picture) freePixels(picture);
  }
}

async function judgeWithTrail(
  engine: FaceEngine,
  { frames, recording, ...evidence }: Evidence,
  pictures: readonly Picture[],
  decodingTrail: Promise<(Picture | null)[]>,
): Promise<Judgement> {
  const read: ReadFrame[] = [];
  for (const picture of pictures) read.push(await readFrame(engine, picture));
  const trail = recording && trailOf(engine, recording, await decodingTrail);
  const analyses = read.map(({ analysis }) => analysis);
  const steps = trail && recording && stepsOf(read, recording.times);
  const moments = recording && trail ? { reader: trail, times: recording.times } : null;
  const verdict = verdictOf({
    steps: frames.map(({ step }) => step),
    frames: analyses,
    isRepeated: new Set(frames.map(({ file }) => sha256(file))).size < frames.length,
    compared: evidence.reference && (await compareWith(engine, evidence.reference, read[0]!, moments)),
    recording: recording && {
      analysis: trail && steps && analyseRecording(steps, trail, timeLimits(evidence)),
      cameraLabel: recording.cameraLabel,
    },
    people: comparePeople(analyses, moments),
    isTestFaceAllowed: evidence.isTestFaceAllowed,
    isReferenceEvidence: evidence.isReferenceEvidence,
  });
  return { ...verdict, looks: looksOf(read, await decodingTrail, evidence) };
}

/**
 * The moments for comparison with other captures. `null` if there is no face: such a capture cannot pass. Also `null`
 * for the drawn face of test mode, which looks the same each time.
 */
function looksOf(
  [neutral, ...others]: readonly ReadFrame[],
  trail: readonly (Picture | null)[],
  { isTestFaceAllowed }: Pick<Evidence, 'isTestFaceAllowed'>,
): CaptureLooks | null {
  const { analysis, picture } = neutral!;
  const { face } = analysis.measurement;
  if (!face || (isTestFaceAllowed && isTestFace(analysis))) return null;
  const area = areaAround(face, picture);
  const pictures = [picture, ...others.map((other) => other.picture), ...trail];
  return { area, grids: pictures.map((one) => one && momentGrid(one, area)) };
}

interface ReadFrame {
  analysis: FrameAnalysis;
  picture: Picture;
}

/** Yields to the event loop, so that the decoding threads can hand over their results. */
async function readFrame(engine: FaceEngine, picture: Picture): Promise<ReadFrame> {
  await setImmediate();
  return { picture, analysis: analyseFrame(engine, picture, verdictThresholds) };
}

/**
 * Compares the neutral frame with the reference picture. Each face is described together with its mirror image, and the
 * neutral frame also with the trail frames around it.
 */
async function compareWith(
  engine: FaceEngine,
  file: Uint8Array,
  { picture, analysis: neutral }: ReadFrame,
  moments: Moments | null,
): Promise<Comparison> {
  const face = (frame: FrameAnalysis) =>
    frame.descriptor && describeBothSides(engine, frame.measurement.face!.mesh!.landmarks);
  const reference = await readFrame(engine, await decodePicture(file, sizeLimits.portraitMinSide));
  const other = face(reference.analysis);
  freePixels(reference.picture);
  engine.load(picture);
  const selfieFace = face(neutral);
  const views = selfieFace && moments ? viewsAt(selfieFace, moments, 0) : selfieFace && [selfieFace];
  return { neutral: views && meanDescriptor(views), reference: reference.analysis, face: other };
}

/** @returns `null` if a frame can't be decoded. */
function trailOf(
  engine: FaceEngine,
  { trailTimes }: Recording,
  pictures: readonly (Picture | null)[],
): TrailReader | null {
  const whole = pictures.filter((picture) => picture !== null);
  if (whole.length < pictures.length) return null;
  const timed = whole.map((picture, index) => ({ picture, time: trailTimes[index]! }));
  return new TrailReader(engine, timed, verdictThresholds);
}

/** @returns `null` if a step picture has no face, which the verdict reports. */
function stepsOf(read: readonly ReadFrame[], times: readonly number[]): StepPicture[] | null {
  const steps = read.map(({ analysis, picture }, index): StepPicture | null => {
    const { face } = analysis.measurement;
    if (!face?.mesh) return null;
    const time = times[index]!;
    const { landmarks } = face.mesh;
    const background = backgroundOf(thumbnailOf(picture), landmarks, picture.width);
    const illumination = faceIlluminationOf(picture, landmarks);
    return { time, picture, analysis, frame: { time, background, landmarks, illumination } };
  });
  return steps.every((step) => step !== null) ? steps : null;
}

function timeLimits({ availableMs }: Pick<Evidence, 'availableMs'>): { gap: number; duration: number } {
  const longest = sizeLimits.challengeSeconds * 1000;
  return { gap: sizeLimits.trail.gapMs, duration: Math.min(availableMs ?? longest, longest) };
}
