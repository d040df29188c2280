import type { Picture } from '../../vision/picture.ts';

/** Lumas of a picture, rows from the top. */
export interface Grey {
  width: number;
  height: number;
  data: Uint8Array;
}

export function greyOf({ width, height, data, channels }: Picture): Grey {
  const lumas = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < lumas.length; i++, at += channels)
    lumas[i] = (77 * data[at]! + 150 * data[at + 1]! + 29 * data[at + 2]!) >> 8;
  return { width, height, data: lumas };
}

/** Half as wide and high; each pixel is the mean of four. */
function halved({ width, height, data }: Grey): Grey {
  const [w, h] = [width >> 1, height >> 1];
  const half = new Uint8Array(w * h);
  for (let y = 0, to = 0; y < h; y++) {
    let at = 2 * y * width;
    for (let x = 0; x < w; x++, to++, at += 2)
      half[to] = (data[at]! + data[at + 1]! + data[at + width]! + data[at + width + 1]! + 2) >> 2;
  }
  return { width: w, height: h, data: half };
}

/** The picture and its halves, down to a longer side of some 200 pixels. */
export function pyramidOf(grey: Grey): Grey[] {
  const levels = [grey];
  while (Math.max(levels.at(-1)!.width, levels.at(-1)!.height) > 240) levels.push(halved(levels.at(-1)!));
  return levels;
}

/** The picture at 5/7 of its width and height, about half an octave. */
export function reduced({ width, height, data }: Grey): Grey {
  const [w, h] = [Math.floor((width * 5) / 7), Math.floor((height * 5) / 7)];
  const small = new Uint8Array(w * h);
  const [lefts, parts] = [new Int32Array(w), new Int32Array(w)];
  for (let x = 0; x < w; x++) {
    const sx = Math.min(width - 1.001, (x + 0.5) * 1.4 - 0.5);
    const left = Math.max(0, sx | 0);
    parts[x] = ((sx - left) * 256) | 0;
    lefts[x] = Math.min(left, width - 2);
  }
  for (let y = 0, to = 0; y < h; y++) {
    const sy = Math.min(height - 1.001, (y + 0.5) * 1.4 - 0.5);
    const top = Math.max(0, sy | 0);
    const ty = ((sy - top) * 256) | 0;
    const row = Math.min(top, height - 2) * width;
    for (let x = 0; x < w; x++, to++) {
      const tx = parts[x]!;
      const at = row + lefts[x]!;
      const upper = data[at]! * (256 - tx) + data[at + 1]! * tx;
      const lower = data[at + width]! * (256 - tx) + data[at + width + 1]! * tx;
      small[to] = (upper * (256 - ty) + lower * ty) >> 16;
    }
  }
  return { width: w, height: h, data: small };
}
