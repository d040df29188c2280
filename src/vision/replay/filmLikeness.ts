import type { Picture } from '../picture.ts';
import { asGrid, CELLS, mirrored } from './momentGrid.ts';
import { between, correlation, likeness, momentLook } from './momentLook.ts';
import { type Area, gridOf } from './pictureGrid.ts';
import { type Placement, placed, stepTowards } from './placement.ts';

/** The moments of a capture, in order of time, in one area of its pictures. */
export interface Moments {
  area: Area;
  grids: readonly Uint8Array[];
}

/** The pictures of an earlier capture, in order of time, and the area around its face. */
export interface EarlierFilm {
  area: Area;
  pictures: readonly Picture[];
}

/** Number of moments, evenly distributed, by which the placement is searched. */
const SEARCHED = 6;
const ROUNDS = 6;
/** The search ends after a step that moves less than this, in shares of the picture. */
const STILL = 5e-4;
/** Maximum difference of the placement from that of the faces: scale, and shift in shares of the picture. */
const MAX_SCALE = 0.25;
const MAX_SHIFT = 0.15;
/** Placements found by different moments that differ by less are averaged. */
const AGREEING = 0.03;
const MAX_AVERAGED = 5;
/** Below this likeness of a few moments the placement is not refined. */
const WORTH_REFINING = 0.93;
/** Moments that correlate more than this are one. */
const ONE_MOMENT = 0.9;
/** Number of different moments that have to be alike, and that are needed for a share of them. */
const FEW = 3;
const MANY = 6;

/** How alike a capture and an earlier one are, by its different moments: 1 for the same film. */
export interface FilmLikeness {
  /** What the three moments that are most alike reach; 0 if there are fewer. */
  few: number;
  /** What three quarters of at least six moments reach; 0 if there are fewer. */
  most: number;
}

/**
 * How much of a capture is in an earlier one: each moment is looked for between all moments of the other, with one
 * placement and one orientation for the whole film. The same face in another film takes no series of poses again, to
 * the same place before the same room.
 */
export function filmLikeness(current: Moments, earlier: EarlierFilm): FilmLikeness {
  const { area, grids } = current;
  const turned = { area: { ...area, x: 1 - area.x - area.width }, grids: grids.map(mirrored) };
  const others = looksIn(earlier.pictures, earlier.area);
  const [first, second] = [current, turned].map((moments) => searchedOf(moments, others));
  const oriented = second!.sum > first!.sum ? { ...turned, ...second! } : { ...current, ...first! };
  const found = search(oriented, earlier, placementOf(oriented.area, earlier.area));
  const rough = inAll(oriented.looks, earlier, placed(oriented.area, found));
  if (rough.few < WORTH_REFINING) return rough;
  const near = looksIn(earlier.pictures, placed(oriented.area, found));
  const again = { ...oriented, ...searchedOf(oriented, near) };
  const refined = search(again, earlier, found);
  const fine = inAll(oriented.looks, earlier, placed(oriented.area, refined));
  return { few: Math.max(rough.few, fine.few), most: Math.max(rough.most, fine.most) };
}

/** The moments by which the placement is searched, each with the number of the most similar one of the other film. */
interface Searched {
  looks: Float32Array[];
  pairs: { at: number; other: number }[];
  /** How alike these moments are before the films are aligned. */
  sum: number;
}

function searchedOf({ grids }: Moments, others: readonly Float32Array[]): Searched {
  const looks = grids.map(momentLook);
  const pairs = Array.from({ length: SEARCHED }, (_, i) => {
    const at = Math.floor(((i + 0.5) / SEARCHED) * looks.length);
    return { at, other: nearest(looks[at]!, others) };
  });
  const sum = pairs.reduce((all, { at, other }) => all + correlation(looks[at]!, others[other]!), 0);
  return { looks, pairs, sum };
}

/** The placement: of those found by each of the moments, the mean of the ones that agree with the best. */
function search(
  { area, grids, looks, pairs }: Moments & Searched,
  earlier: EarlierFilm,
  start: Placement,
): Placement {
  const found = pairs.map(({ at, other }) => {
    const picture = earlier.pictures[other]!;
    const placement = align(grids[at]!, picture, area, start);
    const [look] = looksIn([picture], placed(area, placement));
    return { placement, worth: correlation(looks[at]!, look!) };
  });
  found.sort((one, other) => other.worth - one.worth);
  const best = found[0]!.placement;
  const agreeing = found.map(({ placement }) => placement).filter((one) => isNear(one, best, area));
  return meanOf(agreeing.slice(0, MAX_AVERAGED));
}

function inAll(looks: readonly Float32Array[], { pictures }: EarlierFilm, area: Area): FilmLikeness {
  const others = looksIn(pictures, area);
  const found = looks.map((look) => ({ look, like: likenessIn(look, others) }));
  const different: typeof found = [];
  for (const moment of found.sort((one, other) => other.like - one.like))
    if (different.every(({ look }) => correlation(look, moment.look) < ONE_MOMENT)) different.push(moment);
  const at = (count: number) => different[count - 1]?.like ?? 0;
  return {
    few: at(FEW),
    most: different.length < MANY ? 0 : at(Math.ceil((3 / 4) * different.length)),
  };
}

/** The likeness of a moment to the most similar one of another film, also between two of its frames. */
function likenessIn(look: Float32Array, others: readonly Float32Array[]): number {
  const at = nearest(look, others);
  const ways = [at - 1, at].map((from) => [others[from], others[from + 1]] as const);
  const candidates = ways.flatMap(([from, to]) => (from && to ? [between(from, to, look)] : []));
  candidates.push(others[at]!);
  const correlations = candidates.map((other) => correlation(look, other));
  return likeness(look, candidates[correlations.indexOf(Math.max(...correlations))]!);
}

function nearest(look: Float32Array, others: readonly Float32Array[]): number {
  let [best, at] = [Number.NEGATIVE_INFINITY, 0];
  for (const [index, other] of others.entries()) {
    const found = correlation(look, other);
    if (found > best) [best, at] = [found, index];
  }
  return at;
}

function looksIn(pictures: readonly Picture[], area: Area): Float32Array[] {
  return pictures.map((picture) => momentLook(gridOf(picture, area, CELLS).luma));
}

/** Aligns by Gauss-Newton. A result too far from the start is no alignment; the start is returned. */
function align(grid: Uint8Array, other: Picture, area: Area, start: Placement): Placement {
  const own = asGrid(grid);
  let placement = start;
  for (let round = 0; round < ROUNDS; round++) {
    const step = stepTowards(own, gridOf(other, placed(area, placement), own.side), area, placement);
    if (!step) return placement;
    placement = sumOf(placement, step);
    if (Math.hypot(step.scaleX, step.scaleY, step.x, step.y) < STILL) break;
  }
  return isWithin(placement, start, area) ? placement : start;
}

function placementOf(area: Area, other: Area): Placement {
  const [scaleX, scaleY] = [other.width / area.width, other.height / area.height];
  return { scaleX, scaleY, x: other.x - scaleX * area.x, y: other.y - scaleY * area.y };
}

function isWithin(one: Placement, start: Placement, area: Area): boolean {
  const scale = Math.max(Math.abs(one.scaleX / start.scaleX - 1), Math.abs(one.scaleY / start.scaleY - 1));
  return scale < MAX_SCALE && shiftBetween(one, start, area) < MAX_SHIFT;
}

function isNear(one: Placement, other: Placement, area: Area): boolean {
  const scale = Math.hypot(one.scaleX - other.scaleX, one.scaleY - other.scaleY);
  return scale < AGREEING && shiftBetween(one, other, area) < AGREEING;
}

/** Where two placements have the middle of an area: the distance, in shares of the picture. */
function shiftBetween(one: Placement, other: Placement, area: Area): number {
  const [a, b] = [placed(area, one), placed(area, other)];
  return Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2);
}

function meanOf(all: readonly Placement[]): Placement {
  const none = { scaleX: 0, scaleY: 0, x: 0, y: 0 };
  const { scaleX, scaleY, x, y } = all.reduce(sumOf, none);
  const count = all.length;
  return { scaleX: scaleX / count, scaleY: scaleY / count, x: x / count, y: y / count };
}

function sumOf(one: Placement, other: Placement): Placement {
  return {
    scaleX: one.scaleX + other.scaleX,
    scaleY: one.scaleY + other.scaleY,
    x: one.x + other.x,
    y: one.y + other.y,
  };
}
