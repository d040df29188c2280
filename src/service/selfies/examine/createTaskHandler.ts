import { documentLimits } from '../../../contract/documentLimits.ts';
import { sizeLimits } from '../../../contract/limits.ts';
import { unmeasured } from '../../../contract/selfieCheck.ts';
import { type FaceEngine, judgeLight, measure, type Picture } from '../../../vision/index.ts';
import type { Evidence, Examiner, EyePositions, Inspection, Judgement, Verdict } from '../examiner.ts';
import { noSignals } from '../selfieFacts.ts';
import { verdictThresholds } from '../verdict/thresholds.ts';
import { lightReason } from '../verdict/verdictOf.ts';
import { DecodedPictures, decodePicture, freePixels, inspectTrailFrame } from './decodePicture.ts';
import { inspectPortrait } from './inspectPortrait.ts';
import { isReplay } from './isReplay.ts';
import { judgeCapture } from './judgeCapture.ts';
import { type DocumentReaders, readSides, STILL_SIDE } from './readSides.ts';
import { redrawLogo } from './redrawLogo.ts';
import { mediaTypeOf, PictureError } from './requirePlainPicture.ts';

/**
 * The work of one process: decodes, measures and frees one picture after the other.
 * @param engine `null` if there is no face engine: pictures are then only decoded and judged by their light.
 * @param decoded cache of step pictures, and of stills of a document, between their arrival and their judgement.
 */
export function createTaskHandler(
  engine: FaceEngine | null,
  decoded = new DecodedPictures(),
  openReaders: (() => Promise<DocumentReaders>) | null = null,
): Pick<
  Examiner,
  | 'inspect'
  | 'inspectPortrait'
  | 'inspectTrail'
  | 'judge'
  | 'isReplay'
  | 'findEyes'
  | 'redrawLogo'
  | 'readDocument'
> {
  return {
    inspect: async (file, use) =>
      use === 'document'
        ? await inspectStill(decoded, file)
        : await (use === 'frame' ? inspectFrame(decoded, file) : inspectReference(engine, file)),
    inspectPortrait: (file) => inspectPortrait(engine, file),
    inspectTrail: (trail) => Promise.all(trail.map(inspectTrailFrame)),
    isReplay: async (files) => engine !== null && (await isReplay(engine, files)),
    redrawLogo,
    readDocument: async (files, asOf) =>
      engine && openReaders ? await readSides(engine, await openReaders(), { files, asOf, decoded }) : null,
    findEyes: async (file) => (engine ? await findEyes(engine, file) : null),
    judge: async (evidence) => {
      const pictures = await Promise.all(
        evidence.frames.map(({ file }) => decoded.take(file) ?? decodePicture(file, sizeLimits.frameMinSide)),
      );
      try {
        return await (engine
          ? judgeCapture(engine, evidence, pictures)
          : judgeLightAlone(evidence, pictures));
      } finally {
        for (const picture of pictures) freePixels(picture);
      }
    },
  };
}

/** Outer and inner corner of each eye in the mesh, the one on the left as seen first. */
const EYE_CORNERS = [
  [33, 133],
  [362, 263],
] as const;

/** Lowest point of the chin in the mesh. */
const CHIN = 152;

async function findEyes(engine: FaceEngine, file: Uint8Array): Promise<EyePositions | null> {
  const picture = await decodePicture(file, sizeLimits.referenceMinSide);
  try {
    const { width, height, face } = measure(engine, picture, verdictThresholds);
    if (!face?.mesh) return null;
    const { landmarks, pose, openness } = face.mesh;
    const between = ([one, other]: readonly [number, number]) => ({
      x: (landmarks[3 * one]! + landmarks[3 * other]!) / 2 / width,
      y: (landmarks[3 * one + 1]! + landmarks[3 * other + 1]!) / 2 / height,
    });
    const [left, right] = EYE_CORNERS.map(between) as [EyePositions['left'], EyePositions['right']];
    return {
      aspect: width / height,
      left,
      right,
      chin: between([CHIN, CHIN]),
      yaw: Math.abs(pose.yaw),
      pitch: Math.abs(pose.pitch),
      openness: Math.min(openness.left, openness.right),
    };
  } finally {
    freePixels(picture);
  }
}

async function inspectFrame(decoded: DecodedPictures, file: Uint8Array): Promise<Inspection> {
  return await inspect(file, sizeLimits.frameMinSide, (picture) => {
    decoded.keep(file, picture);
    return null;
  });
}

/** A still of a document: its longer side counts, since a card is held across. It is kept until the document is read. */
async function inspectStill(decoded: DecodedPictures, file: Uint8Array): Promise<Inspection> {
  const { min, max } = documentLimits.stillSide;
  try {
    const picture = await decodePicture(file, 1, max, STILL_SIDE);
    if (Math.max(picture.width, picture.height) < min) {
      freePixels(picture);
      return { problem: 'image_too_small' };
    }
    decoded.keep(file, picture);
    return { mediaType: mediaTypeOf(file)!, faces: null };
  } catch (error) {
    if (error instanceof PictureError) return { problem: error.code };
    throw error;
  }
}

async function inspectReference(engine: FaceEngine | null, file: Uint8Array): Promise<Inspection> {
  return await inspect(file, sizeLimits.referenceMinSide, (picture) => {
    try {
      return engine && measure(engine, picture, verdictThresholds).faces;
    } finally {
      freePixels(picture);
    }
  });
}

/**
 * @param facesIn returns the number of faces in a picture, or `null` if it does not count them. It frees the picture.
 */
async function inspect(
  file: Uint8Array,
  minSide: number,
  facesIn: (picture: Picture) => number | null,
): Promise<Inspection> {
  try {
    const faces = facesIn(await decodePicture(file, minSide));
    return { mediaType: mediaTypeOf(file)!, faces };
  } catch (error) {
    if (error instanceof PictureError) return { problem: error.code };
    throw error;
  }
}

function judgeLightAlone(evidence: Evidence, pictures: readonly Picture[]): Judgement {
  return { ...lightVerdict(evidence, pictures), looks: null };
}

function lightVerdict({ frames }: Evidence, pictures: readonly Picture[]): Verdict {
  for (const picture of pictures) {
    const problem = judgeLight(picture);
    if (problem) {
      const reasons = [lightReason(problem)];
      return { selfie: 'retry', reasons, liveness: unmeasured, faceMatch: unmeasured, signals: noSignals };
    }
  }
  return {
    selfie: 'not_performed',
    reasons: frames.length === 1 ? ['selfie_challenge_skipped'] : [],
    liveness: unmeasured,
    faceMatch: unmeasured,
    signals: noSignals,
  };
}
