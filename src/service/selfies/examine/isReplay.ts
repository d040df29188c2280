import { sizeLimits } from '../../../contract/limits.ts';
import {
  type Area,
  framePrint,
  type Picture,
  pictureResidual,
  printDistance,
} from '../../../vision/index.ts';
import { sha256 } from '../../crypto/sha256.ts';
import type { CapturedFiles, ReplayFiles } from '../examiner.ts';
import { decodePicture, decodeTrailFrame, freePixels } from './decodePicture.ts';

/**
 * Maximum distance of the prints of frames that are compared. Cropping 16 of 640 pixels gives a distance of at most
 * 0.27.
 */
const MAX_PRINT_DISTANCE = 0.3;
/** Two frames of one capture closer than this show the same moment, which counts once. */
const ONE_MOMENT = 0.04;
/** Maximum number of compared moments. */
const MAX_MOMENTS = 16;
/**
 * Up to this residual, one equal frame suffices. Frames of one person at least two seconds apart have 0.029 or more.
 */
const SURELY_SAME = 0.022;
/** Up to this residual, `LIKELY_MOMENTS` moments must be equal. */
const LIKELY_SAME = 0.045;
const LIKELY_MOMENTS = 3;

interface Shot {
  hash: string;
  picture: Picture;
  print: Float32Array;
}

/**
 * Whether a capture shares frames with an earlier one: the same file, or the same exposure re-encoded, scaled or
 * cropped. Nearly uniform frames are ignored.
 */
export async function isReplay({ current, earlier, face }: ReplayFiles): Promise<boolean> {
  const shots: Shot[] = [];
  const earlierShots: Shot[] = [];
  try {
    for (const [files, list] of [
      [current, shots],
      [earlier, earlierShots],
    ] as const)
      for await (const shot of shotsOf(files)) list.push(shot);
    const hashes = new Set(earlierShots.map(({ hash }) => hash));
    return shots.some(({ hash }) => hashes.has(hash)) || isSameExposure(shots, earlierShots, face);
  } finally {
    for (const { picture } of [...shots, ...earlierShots]) freePixels(picture);
  }
}

function isSameExposure(shots: readonly Shot[], earlier: readonly Shot[], face: Area): boolean {
  const pairs = shots
    .map((shot) => ({ shot, ...nearest(shot, earlier) }))
    .filter(({ distance }) => distance <= MAX_PRINT_DISTANCE)
    .sort((one, other) => one.distance - other.distance);
  const moments: Shot[] = [];
  let likely = 0;
  for (const { shot, match } of pairs) {
    if (moments.some(({ print }) => printDistance(print, shot.print) < ONE_MOMENT)) continue;
    moments.push(shot);
    const residual = pictureResidual(shot.picture, match!.picture, face);
    if (residual <= LIKELY_SAME) likely++;
    if (residual <= SURELY_SAME || likely >= LIKELY_MOMENTS) return true;
    if (moments.length === MAX_MOMENTS) break;
  }
  return false;
}

function nearest(shot: Shot, earlier: readonly Shot[]): { match: Shot | null; distance: number } {
  let [match, distance]: [Shot | null, number] = [null, Number.POSITIVE_INFINITY];
  for (const other of earlier) {
    const far = printDistance(shot.print, other.print);
    if (far < distance) [match, distance] = [other, far];
  }
  return { match, distance };
}

async function* shotsOf({ frames, trail }: CapturedFiles): AsyncGenerator<Shot> {
  for (const file of frames) {
    const shot = shotOf(file, await decodePicture(file, sizeLimits.frameMinSide));
    if (shot) yield shot;
  }
  for (const file of trail) {
    const picture = await decodeTrailFrame(file);
    const shot = picture && shotOf(file, picture);
    if (shot) yield shot;
  }
}

function shotOf(file: Uint8Array, picture: Picture): Shot | null {
  const print = framePrint(picture);
  if (!print) freePixels(picture);
  return print && { hash: sha256(file), picture, print };
}
