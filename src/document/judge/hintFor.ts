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
  /** Where no zone was found: lines were seen that run out of the picture. */
  isCutOff?: boolean;
  /** Where no zone was found: something like its lines was seen, out of focus. */
  isBlurred?: boolean;
  /** Whether the page beside the zone has a portrait: the back of a card has none. */
  hasPortrait: boolean;
}

/** The one hint for a frame. */
export function hintFor({
  levels,
  geometry,
  score,
  isCutOff = false,
  isBlurred = false,
  hasPortrait,
}: FrameFacts): DocumentHint {
  if (!geometry) {
    if (isCutOff) return 'cut_off';
    if (meanOf(levels.at(-1)!) < DARK) return 'too_dark';
    return isBlurred ? 'blurred' : 'not_found';
  }
  const { width, height } = levels[0]!;
  if (geometry.pitch < SMALL_PITCH) return 'closer';
  if (
    Math.hypot(geometry.zone[1][0] - geometry.zone[0][0], geometry.zone[1][1] - geometry.zone[0][1]) >
    0.97 * Math.max(width, height)
  )
    return 'further_away';
  // Half the size shows light as well.
  const half = levels[1] ?? levels[0]!;
  const shrink = half.width / width;
  const light = lightIn(half, shrink, geometry.zone, ALL);
  const isGlaring = hasPortrait && lightIn(half, shrink, geometry.page, PORTRAIT).burnt > GLARING;
  if (score > READABLE) return isGlaring ? 'glare' : 'hold_still';
  if (light.mean < DARK) return 'too_dark';
  if (isGlaring || light.burnt > GLARING) return 'glare';
  if (geometry.turned > 60 && geometry.turned < 300) return 'turn';
  return 'blurred';
}

const DARK = 45;
/** Pixels from character to character. */
const SMALL_PITCH = 6.5;
const READABLE = -0.08;
/** Share of the zone or the portrait that is burnt out. */
const GLARING = 0.25;

/** Parts of a page: left, top, right, bottom, as shares. */
type Part = readonly [number, number, number, number];
const ALL: Part = [0, 0, 1, 1];
/** Where passports have it, with a margin (ICAO 9303-4). */
const PORTRAIT: Part = [0.05, 0.15, 0.36, 0.68];

/** The light in a part of a four-sided area, at a grid of points. */
function lightIn(
  { width, height, data }: Grey,
  shrink: number,
  [a, b, c, d]: Geometry['zone'],
  [left, top, right, bottom]: Part,
): { mean: number; burnt: number } {
  let [sum, burnt, count] = [0, 0, 0];
  for (let i = 0; i < GRID ** 2; i++) {
    const s = left + ((right - left) * ((i % GRID) + 0.5)) / GRID;
    const t = top + ((bottom - top) * (Math.floor(i / GRID) + 0.5)) / GRID;
    const at = (axis: 0 | 1) =>
      Math.round(
        shrink * ((1 - t) * ((1 - s) * a[axis] + s * b[axis]) + t * ((1 - s) * d[axis] + s * c[axis])),
      );
    const [x, y] = [at(0), at(1)];
    if (x < 0 || y < 0 || x >= width || y >= height) continue;
    const luma = data[y * width + x]!;
    sum += luma;
    if (luma > BURNT) burnt++;
    count++;
  }
  return { mean: sum / Math.max(1, count), burnt: burnt / Math.max(1, count) };
}

const GRID = 32;
const BURNT = 250;

function meanOf({ data }: Grey): number {
  let sum = 0;
  for (const luma of data) sum += luma;
  return sum / data.length;
}
