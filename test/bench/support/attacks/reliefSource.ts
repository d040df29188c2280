import type { Photograph } from './Photograph.ts';
import type { Pose } from './Pose.ts';
import { lidSources } from './printSources.ts';
import type { Source } from './warped.ts';

/** Pixels between two points where the relief is worked out. */
const GRID = 16;

/**
 * A photograph animated by a program: each landmark goes where the head's own relief takes it when the head turns, what
 * lies between goes along, the room stays.
 */
export function reliefSource(photograph: Photograph, { yaw, pitch, blink }: Pose): Source {
  const { width, height } = photograph;
  const [columns, rows] = [Math.ceil(width / GRID) + 1, Math.ceil(height / GRID) + 1];
  const moves = landmarkMoves(photograph, yaw, pitch);
  const field = new Float32Array(2 * columns * rows);
  for (let i = 0; i < columns * rows; i++) {
    const [dx, dy] = moveAt(
      moves,
      (i % columns) * GRID,
      Math.floor(i / columns) * GRID,
      photograph.face.width,
    );
    field.set([dx, dy], 2 * i);
  }
  const lids = lidSources(photograph.landmarks, blink);
  return (x, y) => {
    const [column, row] = [Math.floor(x / GRID), Math.floor(y / GRID)];
    const [u, v] = [x / GRID - column, y / GRID - row];
    const at = (n: number, axis: number) => field[2 * (row * columns + column + n) + axis]!;
    const mix = (axis: number) =>
      (1 - v) * ((1 - u) * at(0, axis) + u * at(1, axis)) +
      v * ((1 - u) * at(columns, axis) + u * at(columns + 1, axis));
    return lids(x - mix(0), y - mix(1));
  };
}

/** Where a landmark comes to lie, and how far that is from where it was. */
interface Move {
  x: number;
  y: number;
  dx: number;
  dy: number;
}

function landmarkMoves({ landmarks, face }: Photograph, yaw: number, pitch: number): Move[] {
  const [a, b] = [(yaw * Math.PI) / 180, (-pitch * Math.PI) / 180];
  const moves: Move[] = [];
  // The neck bears the head behind its face.
  const axis = 0.55 * face.width;
  for (let i = 0; i < landmarks.length; i += 9) {
    const [x, y, z] = [landmarks[i]! - face.x, landmarks[i + 1]! - face.y, landmarks[i + 2]! - axis];
    const turnedX = x * Math.cos(a) - z * Math.sin(a);
    const turnedZ = x * Math.sin(a) + z * Math.cos(a);
    const turnedY = y * Math.cos(b) - turnedZ * Math.sin(b);
    moves.push({ x: turnedX + face.x, y: turnedY + face.y, dx: turnedX - x, dy: turnedY - y });
  }
  return moves;
}

/** The mean of the moves around, the nearer the more; less and less outside of the face. */
function moveAt(moves: readonly Move[], x: number, y: number, faceWidth: number): [number, number] {
  let [sum, dx, dy, nearest] = [0, 0, 0, Number.POSITIVE_INFINITY];
  for (const move of moves) {
    const square = (move.x - x) ** 2 + (move.y - y) ** 2;
    const weight = 1 / (square + 40) ** 1.5;
    nearest = Math.min(nearest, square);
    sum += weight;
    dx += weight * move.dx;
    dy += weight * move.dy;
  }
  const hold = Math.max(0, 1 - Math.max(0, Math.sqrt(nearest) - 12) / (0.45 * faceWidth));
  return [(hold * dx) / sum, (hold * dy) / sum];
}
