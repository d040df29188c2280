import { limits } from '../../../contract/limits.ts';
import { unmeasured } from '../../../contract/selfieCheck.ts';
import { type Eye, judgeLight, measure, type Picture } from '../../../vision/index.ts';
import type { Evidence, Examiner, Inspection, Verdict } from '../examiner.ts';
import { noSignals } from '../noSignals.ts';
import { lightReason } from '../verdict/lightReason.ts';
import { serviceLimits } from '../verdict/serviceLimits.ts';
import { decodePicture } from './decodePicture.ts';
import { inspectTrailFrame } from './inspectTrailFrame.ts';
import { judgeCapture } from './judgeCapture.ts';
import { mediaTypeOf } from './mediaTypeOf.ts';
import { PictureError } from './PictureError.ts';

/**
 * The work of one process: one picture after the other is decoded, measured and let go.
 * @param eye `null` where there is none: then pictures are only decoded, and judged by their light alone.
 */
export function createTaskHandler(eye: Eye | null): Pick<Examiner, 'inspect' | 'inspectTrail' | 'judge'> {
  return {
    inspect: async (file, use) => await inspect(eye, file, use),
    inspectTrail: (trail) => Promise.all(trail.map(inspectTrailFrame)),
    judge: async (evidence) => await (eye ? judgeCapture(eye, evidence) : judgeLightAlone(evidence)),
  };
}

async function inspect(eye: Eye | null, file: Uint8Array, use: 'frame' | 'reference'): Promise<Inspection> {
  try {
    const picture = await decodePicture(
      file,
      use === 'frame' ? limits.frameMinSide : limits.referenceMinSide,
    );
    const faces = eye && use === 'reference' ? measure(eye, picture, serviceLimits).faces : null;
    return { mediaType: mediaTypeOf(file)!, faces };
  } catch (error) {
    if (error instanceof PictureError) return { problem: error.code };
    throw error;
  }
}

async function judgeLightAlone({ frames }: Evidence): Promise<Verdict> {
  for (const { file } of frames) {
    const picture: Picture = await decodePicture(file, limits.frameMinSide);
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
