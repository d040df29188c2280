import sharp from 'sharp';
import type { Landmarks } from '../../../../src/vision/index.ts';

/** An object that covers a face. */
export type Cover = 'glasses' | 'hand' | 'mask';

/** A picture of a face with something before it; the landmarks are those of the picture. */
export async function covered(file: Buffer, landmarks: Landmarks, cover: Cover): Promise<Buffer> {
  const { width, height } = await sharp(file).metadata();
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes[cover](landmarks)}</svg>`;
  return sharp(file)
    .composite([{ input: Buffer.from(drawing) }])
    .jpeg({ quality: 88 })
    .toBuffer();
}

const shapes: Record<Cover, (landmarks: Landmarks) => string> = {
  glasses: (landmarks) =>
    [
      [33, 133],
      [263, 362],
    ]
      .map(([outer, inner]) => {
        const [a, b] = [at(landmarks, outer!), at(landmarks, inner!)];
        const wide = Math.hypot(a.x - b.x, a.y - b.y);
        return `<ellipse cx="${(a.x + b.x) / 2}" cy="${(a.y + b.y) / 2}" rx="${0.85 * wide}" ry="${0.62 * wide}" fill="#101014"/>`;
      })
      .join(''),
  hand: (landmarks) => {
    const [a, b, chin] = [at(landmarks, 61), at(landmarks, 291), at(landmarks, 152)];
    const [x, y, wide] = [(a.x + b.x) / 2, (a.y + b.y) / 2, Math.hypot(a.x - b.x, a.y - b.y)];
    const fingers = [-0.6, -0.2, 0.2, 0.6].map(
      (place) =>
        `<rect x="${x - 1.2 * wide}" y="${y + place * wide - 0.18 * wide}" width="${2.2 * wide}" height="${0.38 * wide}" rx="${0.19 * wide}" fill="#c68e6c" stroke="#8a5a40"/>`,
    );
    return `${fingers.join('')}<ellipse cx="${x + 1.2 * wide}" cy="${(y + chin.y) / 2}" rx="${0.7 * wide}" ry="${0.9 * wide}" fill="#c28a68"/>`;
  },
  mask: (landmarks) => {
    const corners = [234, 93, 132, 172, 136, 152, 365, 397, 361, 323, 454, 280, 4, 50].map((n) =>
      at(landmarks, n),
    );
    return `<polygon points="${corners.map(({ x, y }) => `${x},${y}`).join(' ')}" fill="#a9c6dc" stroke="#7d9fb8"/>`;
  },
};

function at(landmarks: Landmarks, n: number): { x: number; y: number } {
  return { x: landmarks[3 * n]!, y: landmarks[3 * n + 1]! };
}
