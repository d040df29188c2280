/** How dark each column of a normalised strip is, relative to those around it. */
export function inkColumns(strip: Float32Array, width: number): Float32Array {
  const columns = new Float32Array(width);
  for (let at = 0; at < strip.length; at += width)
    for (let x = 0; x < width; x++) columns[x]! -= strip[at + x]!;
  return columns;
}

/** Columns that moved by `shift` in the middle of a strip, and by `growth` more with each column to the right. */
export interface Motion {
  shift: number;
  growth: number;
  /** Correlation of the parts, each at its place: 1 is the same. */
  likeness: number;
}

/**
 * How the characters of a strip moved to those of another.
 * @returns null if they are others.
 */
export function motionOf(before: Float32Array, now: Float32Array): Motion | null {
  const width = before.length;
  const whole = bestShift(before, now, { from: 0, to: width, about: 0, reach: FARTHEST });
  if (whole.likeness < ALIKE) return null;
  let [sum, sumX, sumXX, sumS, sumXS, likenesses] = [0, 0, 0, 0, 0, 0];
  for (let part = 0; part < PARTS; part++) {
    const [from, to] = [part, part + 1].map((edge) => Math.round((edge * width) / PARTS)) as [number, number];
    const { shift, likeness } = bestShift(before, now, { from, to, about: whole.shift, reach: NEAR });
    const weight = Math.max(0, likeness) ** 2;
    const x = (from + to - width) / 2;
    likenesses += likeness;
    sum += weight;
    sumX += weight * x;
    sumXX += weight * x * x;
    sumS += weight * shift;
    sumXS += weight * x * shift;
  }
  const spread = sum * sumXX - sumX * sumX;
  if (spread <= 0) return null;
  const growth = (sum * sumXS - sumX * sumS) / spread;
  return { shift: (sumS - growth * sumX) / sum, growth, likeness: likenesses / PARTS };
}

/** Columns: how far a hand moves a line from one frame to the next, and parts of a line against each other. */
const [FARTHEST, NEAR] = [30, 5];
const PARTS = 6;
/** Correlation of the same text, a little blurred or misplaced. */
const ALIKE = 0.5;

interface Part {
  from: number;
  to: number;
  about: number;
  reach: number;
}

/** The shift at which a part is most like, to a fraction of a column. */
function bestShift(before: Float32Array, now: Float32Array, { from, to, about, reach }: Part) {
  const middle = Math.round(about);
  const at = (shift: number) => likenessAt(before, now, { from, to, shift });
  const values = Array.from({ length: 2 * reach + 1 }, (_, i) => at(middle - reach + i));
  const top = values.indexOf(Math.max(...values));
  const [left, likeness, right] = [values[top - 1], values[top]!, values[top + 1]];
  let shift = middle - reach + top;
  const bend = left === undefined || right === undefined ? 0 : left - 2 * likeness + right;
  if (bend < 0) shift += (left! - right!) / (2 * bend);
  return { shift, likeness };
}

function likenessAt(
  before: Float32Array,
  now: Float32Array,
  { from, to, shift }: { from: number; to: number; shift: number },
): number {
  let both = 0;
  let one = 1e-9;
  let other = 1e-9;
  for (let x = Math.max(from, -shift); x < Math.min(to, now.length - shift); x++) {
    const a = before[x]!;
    const b = now[x + shift]!;
    both += a * b;
    one += a * a;
    other += b * b;
  }
  return both / Math.sqrt(one * other);
}
