/** The outlines of the characters of a font. */
export type Outlines = Record<string, Outline>;

export interface Outline {
  /** Font units from one character to the next. */
  advance: number;
  /** SVG path data in font units, y upwards, of absolute M, L, Q, C and Z. */
  path: string;
}

/** A straight piece of an outline: from, to. */
export type Segment = [number, number, number, number];

/** The pieces of an outline in font units, curves split into straight ones. */
export function segmentsOf(path: string): Segment[] {
  const segments: Segment[] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const line = (toX: number, toY: number) => {
    segments.push([x, y, toX, toY]);
    [x, y] = [toX, toY];
  };
  for (const [, command, text] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const n = (text!.match(/-?[\d.]+/g) ?? []).map(Number);
    if (command === 'M') [x, y, startX, startY] = [n[0]!, n[1]!, n[0]!, n[1]!];
    else if (command === 'L') line(n[0]!, n[1]!);
    else if (command === 'Z') line(startX, startY);
    else curve([x, y, ...n], line);
  }
  return segments;
}

/** Splits a Bézier curve of second or third degree into eight lines. */
function curve(points: number[], line: (x: number, y: number) => void): void {
  for (let step = 1; step <= 8; step++) {
    let rest = points;
    while (rest.length > 2)
      rest = rest.slice(2).map((value, i) => rest[i]! + (value - rest[i]!) * (step / 8));
    line(rest[0]!, rest[1]!);
  }
}
