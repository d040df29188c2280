import {
  areaAround,
  type FaceEngine,
  type FilmLikeness,
  filmLikeness,
  measure,
  type Picture,
} from '../../../vision/index.ts';
import type { CaptureLooks, EarlierCapture, ReplayFiles } from '../examiner.ts';
import { verdictThresholds } from '../verdict/thresholds.ts';
import { decodeSmall, freePixels } from './decodePicture.ts';

/** At or above one of these, a capture is the film of an earlier one. */
export const sameFilm = { few: 0.985, most: 0.94 };

/** Whether a capture is the film of an earlier one, in whole or in part, changed in any way that keeps its movements. */
export async function isReplay(engine: FaceEngine, { current, earlier }: ReplayFiles): Promise<boolean> {
  const { few, most } = await likenessTo(engine, current, earlier);
  return few >= sameFilm.few || most >= sameFilm.most;
}

export async function likenessTo(
  engine: FaceEngine,
  { area, grids }: CaptureLooks,
  { files, neutral }: EarlierCapture,
): Promise<FilmLikeness> {
  const decoded = await Promise.all(files.map(decodeSmall));
  const pictures = decoded.filter((picture) => picture !== null);
  try {
    const face = findFace(engine, [decoded[neutral], ...pictures]);
    if (!face) return { few: 0, most: 0 };
    const moments = { area, grids: grids.filter((grid) => grid !== null) };
    return filmLikeness(moments, { area: face, pictures });
  } finally {
    for (const picture of pictures) freePixels(picture);
  }
}

/** Maximum number of pictures in which the face is looked for. */
const LOOKS = 4;

function findFace(engine: FaceEngine, pictures: readonly (Picture | null | undefined)[]) {
  for (const picture of pictures.slice(0, LOOKS)) {
    const face = picture && measure(engine, picture, verdictThresholds).face;
    if (face) return areaAround(face, picture);
  }
  return null;
}
