import type { Face, Keypoint } from './face.ts';

/** The detector's output: logits and regressions of the 16 x 16 x 2 and the 8 x 8 x 6 anchors. */
export interface DetectorOutput {
  scores: [Float32Array, Float32Array];
  boxes: [Float32Array, Float32Array];
}

/**
 * Converts the detector's output to faces, best first; overlapping ones are merged.
 * Source: Bazarevsky et al., BlazeFace, https://arxiv.org/abs/1907.05047 (anchors, blended suppression)
 * @param map from the detector's square (0 to 1) to pixels: the square's side and its top left corner.
 * @param minScore 0 to 1; faces with a lower score are omitted.
 */
export function decodeFaces(
  output: DetectorOutput,
  map: { side: number; left: number; top: number },
  minScore: number,
): Face[] {
  const candidates = [
    ...candidatesOf(output.scores[0], output.boxes[0], 16, 2, minScore),
    ...candidatesOf(output.scores[1], output.boxes[1], 8, 6, minScore),
  ].sort((a, b) => b.score - a.score);
  return merged(candidates).map(({ score, numbers }) => toFace(score, numbers, map));
}

/** `numbers`: centre x, y, width, height, then x, y of the six keypoints; 0 to 1 of the square. */
interface Candidate {
  score: number;
  numbers: Float64Array;
}

function candidatesOf(
  scores: Float32Array,
  boxes: Float32Array,
  grid: number,
  perCell: number,
  minScore: number,
): Candidate[] {
  const minLogit = Math.log(minScore / (1 - minScore));
  const candidates: Candidate[] = [];
  scores.forEach((logit, i) => {
    if (logit < minLogit) return;
    const cell = Math.floor(i / perCell);
    const anchor = [((cell % grid) + 0.5) / grid, (Math.floor(cell / grid) + 0.5) / grid];
    const numbers = Float64Array.from(boxes.subarray(16 * i, 16 * i + 16), (value, n) =>
      n === 2 || n === 3 ? value / 128 : value / 128 + anchor[n % 2]!,
    );
    candidates.push({ score: 1 / (1 + Math.exp(-logit)), numbers });
  });
  return candidates;
}

/**
 * Blends candidates that overlap the best one by more than 0.3, weighted by score. This is steadier than dropping them.
 */
function merged(candidates: Candidate[]): Candidate[] {
  const result: Candidate[] = [];
  let rest = candidates;
  while (rest.length > 0) {
    const best = rest[0]!;
    const group = rest.filter((other) => overlap(best.numbers, other.numbers) > 0.3);
    const total = group.reduce((sum, { score }) => sum + score, 0);
    const numbers = best.numbers.map(
      (_, n) => group.reduce((sum, { score, numbers: values }) => sum + score * values[n]!, 0) / total,
    );
    result.push({ score: best.score, numbers });
    rest = rest.filter((other) => other !== best && !group.includes(other));
  }
  return result;
}

function overlap(a: Float64Array, b: Float64Array): number {
  const [ax, ay, aw, ah] = a as unknown as [number, number, number, number];
  const [bx, by, bw, bh] = b as unknown as [number, number, number, number];
  const width = Math.min(ax + aw / 2, bx + bw / 2) - Math.max(ax - aw / 2, bx - bw / 2);
  const height = Math.min(ay + ah / 2, by + bh / 2) - Math.max(ay - ah / 2, by - bh / 2);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / (aw * ah + bw * bh - width * height);
}

function toFace(
  score: number,
  numbers: Float64Array,
  { side, left, top }: { side: number; left: number; top: number },
): Face {
  const x = (n: number) => numbers[n]! * side + left;
  const y = (n: number) => numbers[n]! * side + top;
  const [width, height] = [numbers[2]! * side, numbers[3]! * side];
  const point = (n: number) => ({ x: x(4 + 2 * n), y: y(5 + 2 * n) });
  const keypoints = Object.fromEntries(keypointNames.map((name, n) => [name, point(n)])) as Face['keypoints'];
  return { score, box: { x: x(0) - width / 2, y: y(1) - height / 2, width, height }, keypoints };
}

const keypointNames: Keypoint[] = ['rightEye', 'leftEye', 'nose', 'mouth', 'rightEar', 'leftEar'];
