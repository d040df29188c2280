import { limits } from '../../../contract/limits.ts';
import { type Eye, measure, type Picture } from '../../../vision/index.ts';
import { sha256 } from '../../crypto/sha256.ts';
import type { Evidence, Examiner, Inspection, Verdict } from '../examiner.ts';
import type { Look } from '../verdict/Look.ts';
import { serviceLimits } from '../verdict/serviceLimits.ts';
import { verdictOf } from '../verdict/verdictOf.ts';
import { decodePicture } from './decodePicture.ts';
import { judgeLight } from './judgeLight.ts';
import { lookAt } from './lookAt.ts';
import { mediaTypeOf } from './mediaTypeOf.ts';
import { PictureError } from './pictureError.ts';

/**
 * The work of one thread: one picture after the other is decoded, measured and let go.
 * @param eye `null` where there is none: then pictures are only decoded, and judged by their light alone.
 */
export function createDesk(eye: Eye | null): Pick<Examiner, 'inspect' | 'judge'> {
  return {
    inspect: async (file, use) => await inspect(eye, file, use),
    judge: async (evidence) => await (eye ? judge(eye, evidence) : judgeLightAlone(evidence)),
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

async function judge(eye: Eye, { frames, reference }: Evidence): Promise<Verdict> {
  const looks: Look[] = [];
  for (const { file } of frames) looks.push(lookAt(eye, await decodePicture(file, limits.frameMinSide)));
  return verdictOf({
    steps: frames.map(({ step }) => step),
    looks,
    isRepeated: new Set(frames.map(({ file }) => sha256(file))).size < frames.length,
    reference: reference && lookAt(eye, await decodePicture(reference, limits.referenceMinSide)),
  });
}

const unmeasured = { result: 'not_performed', score: null } as const;

async function judgeLightAlone({ frames }: Evidence): Promise<Verdict> {
  for (const { file } of frames) {
    const picture: Picture = await decodePicture(file, limits.frameMinSide);
    const unlit = judgeLight(picture);
    if (unlit) return { selfie: 'retry', reasons: [unlit], liveness: unmeasured, faceMatch: unmeasured };
  }
  return {
    selfie: 'not_performed',
    reasons: frames.length === 1 ? ['selfie_challenge_skipped'] : [],
    liveness: unmeasured,
    faceMatch: unmeasured,
  };
}
