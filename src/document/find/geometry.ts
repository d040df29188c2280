import { displaced, type LinePath, pitchOf, pointOf } from './linePath.ts';

/** Where a zone and its page stand in a picture, in pixels. */
export interface Geometry {
  /** The corners of the zone: upper left, upper right, lower right, lower left, as the text runs. */
  zone: [Point, Point, Point, Point];
  /** The corners of the page or card that the zone stands on, by the proportions of ICAO 9303. May lie outside. */
  page: [Point, Point, Point, Point];
  /** Whether the portrait stands there: not on the side of a card that its zone is on. */
  hasPortrait: boolean;
  /** Pixels from one character to the next. */
  pitch: number;
  /** How far the page is turned clockwise, in degrees, 0 to 360. */
  turned: number;
}

export type Point = [number, number];

/** @param count characters of a line. */
export function geometryOf(paths: LinePath[], count: number): Geometry {
  const [first, last] = [paths[0]!, paths.at(-1)!];
  const half = count / 2 + 0.1;
  const corner = (path: LinePath, u: number, rows: number): Point => pointOf(displaced(path, rows), u);
  const { left, right, above, below } = PAGES[count]!;
  const degrees = (Math.atan2(first.y[1], first.x[1]) * 180) / Math.PI;
  // Upright pages are turned by a fraction of a degree.
  const turned = Math.round(degrees + 360) % 360;
  return {
    zone: [
      corner(first, -half, -0.7),
      corner(first, half, -0.7),
      corner(last, half, 0.7),
      corner(last, -half, 0.7),
    ],
    page: [
      corner(first, -half - left, -above),
      corner(first, half + right, -above),
      corner(last, half + right, below),
      corner(last, -half - left, below),
    ],
    hasPortrait: count !== 30,
    pitch: (pitchOf(first) + pitchOf(last)) / 2,
    turned,
  };
}

/** What there is of a page around its zone, in pitches of 2.54 mm (ICAO 9303 parts 4 to 6). */
const PAGES: Record<number, { left: number; right: number; above: number; below: number }> = {
  30: { left: 1.6, right: 2, above: 13.4, below: 2.4 },
  36: { left: 2.2, right: 3, above: 22.5, below: 3.6 },
  44: { left: 2.2, right: 3, above: 28.4, below: 3.8 },
};
