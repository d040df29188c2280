import { type Grey, reduced } from './grey.ts';
import { type Bar, inkBlobs } from './inkBlobs.ts';

export type { Bar };

const known = new WeakMap<Grey, Partial<Record<'own' | 'reduced', Bar[]>>>();

/**
 * The bars of a level, or of the level at 5/7 of its size, found once, since several questions are asked of a frame. A line is a bar at
 * one octave of sizes at the most, and a good one at half of that.
 */
export function barsOf(level: Grey, size: 'own' | 'reduced'): Bar[] {
  const bars = known.get(level) ?? {};
  known.set(level, bars);
  bars[size] ??= inkBars(size === 'own' ? level : reduced(level));
  return bars[size];
}

/** Finds the bars of a picture in which characters are 3 to 7 pixels apart. */
function inkBars(grey: Grey): Bar[] {
  return joined(inkBlobs(grey).filter(({ thickness }) => thickness < THICKEST));
}

const THICKEST = 14;

/** Joins pieces of one line, down to single characters, to those that are a bar by themselves. */
function joined(blobs: Bar[]): Bar[] {
  const bars: Bar[] = blobs.toSorted((a, b) => b.length - a.length);
  for (let i = 0; i < bars.length; i++) {
    if (bars[i]!.length < 2.2 * bars[i]!.thickness || bars[i]!.length < 10) return bars.slice(0, i);
    for (let isGrowing = true; isGrowing; ) {
      isGrowing = false;
      for (let j = bars.length - 1; j > i; j--) {
        if (!continues(bars[i]!, bars[j]!)) continue;
        bars[i] = union(bars[i]!, bars[j]!);
        bars.splice(j, 1);
        isGrowing = true;
      }
    }
  }
  return bars;
}

/** Whether the second, shorter one lies in the prolongation of the first. */
function continues(bar: Bar, piece: Bar): boolean {
  const [dx, dy] = [piece.x - bar.x, piece.y - bar.y];
  const [cos, sin] = [Math.cos(bar.angle), Math.sin(bar.angle)];
  const along = Math.abs(dx * cos + dy * sin);
  const across = Math.abs(dy * cos - dx * sin);
  const gap = along - (bar.length + piece.length) / 2;
  const thickness = Math.max(bar.thickness, 3);
  if (gap > 2.5 * thickness || gap < -0.5 * piece.length) return false;
  if (across > 0.45 * thickness + 0.035 * along) return false;
  if (piece.thickness > 1.7 * thickness) return false;
  return piece.length < 3 * piece.thickness || turnBetween(bar.angle, piece.angle) < 0.12;
}

/** The angle between two directions without sense. */
export function turnBetween(a: number, b: number): number {
  const turn = Math.abs(a - b) % Math.PI;
  return Math.min(turn, Math.PI - turn);
}

function union(a: Bar, b: Bar): Bar {
  const [cos, sin] = [Math.cos(a.angle), Math.sin(a.angle)];
  const ends = [a, b].flatMap(({ x, y, angle, length }) => {
    const turn = Math.cos(angle) * cos + Math.sin(angle) * sin < 0 ? -0.5 : 0.5;
    const [ex, ey] = [Math.cos(angle) * length * turn, Math.sin(angle) * length * turn];
    return [
      { x: x - ex, y: y - ey },
      { x: x + ex, y: y + ey },
    ];
  });
  const along = ends.map(({ x, y }) => x * cos + y * sin);
  const first = ends[along.indexOf(Math.min(...along))]!;
  const last = ends[along.indexOf(Math.max(...along))]!;
  const weight = a.length + b.length;
  return {
    x: (first.x + last.x) / 2,
    y: (first.y + last.y) / 2,
    angle: halfTurn(Math.atan2(last.y - first.y, last.x - first.x)),
    length: Math.hypot(last.x - first.x, last.y - first.y),
    thickness: (a.thickness * a.length + b.thickness * b.length) / weight,
  };
}

function halfTurn(angle: number): number {
  if (angle > Math.PI / 2) return angle - Math.PI;
  return angle <= -Math.PI / 2 ? angle + Math.PI : angle;
}
