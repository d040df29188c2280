import type { Geometry } from '../find/geometry.ts';
import type { Grey } from '../find/grey.ts';

/**
 * What the person should do:
 * - `not_found`: show a page with a zone; `cut_off`: show all of it;
 * - `closer`, `further_away`: characters are too small, or the page does not fit;
 * - `turn`: the page lies on its side or is upside down;
 * - `too_dark`, `glare`, `blurred`: more light, less reflection, keep it sharp;
 * - `hold_still`: nothing is wrong, more frames have to agree.
 */
export type DocumentHint =
  | 'not_found'
  | 'cut_off'
  | 'closer'
  | 'further_away'
  | 'turn'
  | 'too_dark'
  | 'glare'
  | 'blurred'
  | 'hold_still';

/** What is known of a frame that is not enough for a reading. */
interface FrameFacts {
  levels: Grey[];
  /** Null: no zone was found. */
  geometry: Geometry | null;
  /** Mean log probability of a character. */
  score: number;
  /** Lines were seen that run out of the picture. */
  isCutOff: boolean;
}

/** The one hint for a frame. */
export function hintFor({ levels, geometry, score, isCutOff }: FrameFacts): DocumentHint {
  const light = lightOf(levels.at(-1)!);
  if (!geometry) {
    if (isCutOff) return 'cut_off';
    return light.mean < DARK ? 'too_dark' : 'not_found';
  }
  const { width, height } = levels[0]!;
  if (geometry.pitch < SMALL_PITCH) return 'closer';
  if (
    Math.hypot(geometry.zone[1][0] - geometry.zone[0][0], geometry.zone[1][1] - geometry.zone[0][1]) >
    0.97 * Math.max(width, height)
  )
    return 'further_away';
  if (score > READABLE) return 'hold_still';
  if (light.mean < DARK) return 'too_dark';
  if (light.glaring > GLARING) return 'glare';
  if (geometry.turned > 60 && geometry.turned < 300) return 'turn';
  return 'blurred';
}

const DARK = 45;
/** Pixels from character to character. */
const SMALL_PITCH = 6.5;
const READABLE = -0.08;
/** Share of the picture that is burnt out. */
const GLARING = 0.03;

function lightOf({ data }: Grey): { mean: number; glaring: number } {
  let sum = 0;
  let burnt = 0;
  for (const luma of data) {
    sum += luma;
    if (luma > 250) burnt++;
  }
  return { mean: sum / data.length, glaring: burnt / data.length };
}
