import type { Picture } from '../../vision/picture.ts';

/** Lumas of a picture, rows from the top. */
export interface Grey {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Lumas as a camera gives them: rows of `stride` bytes from the top, of which `width` are seen. */
export interface CameraLumas {
  width: number;
  height: number;
  lumas: Uint8Array;
  stride: number;
  /** Whether black is 16 and white 235, as in most films; else 0 and 255. */
  isLimited: boolean;
}

export function greyOf({ width, height, data, channels }: Picture): Grey {
  const lumas = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < lumas.length; i++, at += channels)
    lumas[i] = (77 * data[at]! + 150 * data[at + 1]! + 29 * data[at + 2]!) >> 8;
  return { width, height, data: lumas };
}

/**
 * The lumas of a picture at its own size, at half of it and so on, down to a longer side of some 200 pixels. Each is made when it is
 * first asked for: the largest takes half of the time, and large characters are read without it.
 */
export function pyramidOf(picture: Picture | CameraLumas): Grey[] {
  const isLumas = 'lumas' in picture;
  const whole = () => (isLumas ? spreadLumas(picture) : greyOf(picture).data);
  const half = () => (isLumas ? halfOfLumas(picture) : halfOf(picture));
  const levels: Grey[] = [new Level(picture, whole)];
  for (let { width, height } = picture; Math.max(width, height) > 240; ) {
    const larger = levels.at(-1)!;
    [width, height] = [width >> 1, height >> 1];
    levels.push(new Level({ width, height }, () => (levels[0] === larger ? half() : halved(larger))));
  }
  return levels;
}

class Level implements Grey {
  readonly width: number;
  readonly height: number;
  readonly #make: () => Uint8Array;
  #data: Uint8Array | undefined;

  constructor({ width, height }: Pick<Grey, 'width' | 'height'>, make: () => Uint8Array) {
    this.width = width;
    this.height = height;
    this.#make = make;
  }

  get data(): Uint8Array {
    this.#data ??= this.#make();
    return this.#data;
  }
}

/** From what a camera gives to 0 to 255. */
function spreadOf({ isLimited }: CameraLumas): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, luma) =>
    isLimited ? Math.max(0, Math.min(255, Math.round(((luma - 16) * 255) / 219))) : luma,
  );
}

function spreadLumas(camera: CameraLumas): Uint8Array {
  const { width, height, lumas, stride } = camera;
  const spread = spreadOf(camera);
  const data = new Uint8Array(width * height);
  for (let y = 0, to = 0; y < height; y++)
    for (let at = y * stride; at < y * stride + width; at++, to++) data[to] = spread[lumas[at]!]!;
  return data;
}

function halfOfLumas(camera: CameraLumas): Uint8Array {
  const { width, height, lumas, stride } = camera;
  const spread = spreadOf(camera);
  const half = new Uint8Array((width >> 1) * (height >> 1));
  for (let to = 0, top = 0; to < half.length; top += 2 * stride)
    for (let x = width >> 1, at = top; x > 0; x--, to++, at += 2)
      half[to] =
        spread[(lumas[at]! + lumas[at + 1]! + lumas[at + stride]! + lumas[at + stride + 1]! + 2) >> 2]!;
  return half;
}

/** The lumas of a picture half as wide and high; each pixel is the mean of four. */
function halfOf({ width, height, data, channels }: Picture): Uint8Array {
  if (channels === 4 && data.byteOffset % 4 === 0)
    return halfOfWords(new Int32Array(data.buffer, data.byteOffset, width * height), width, height);
  const half = new Uint8Array((width >> 1) * (height >> 1));
  const row = width * channels;
  for (let to = 0, top = 0; to < half.length; top += 2 * row) {
    for (let x = width >> 1, a = top; x > 0; x--, to++, a += 2 * channels) {
      const b = a + channels;
      const c = a + row;
      const d = c + channels;
      const red = data[a]! + data[b]! + data[c]! + data[d]!;
      const green = data[a + 1]! + data[b + 1]! + data[c + 1]! + data[d + 1]!;
      const blue = data[a + 2]! + data[b + 2]! + data[c + 2]! + data[d + 2]!;
      half[to] = (77 * red + 150 * green + 29 * blue) >> 10;
    }
  }
  return half;
}

/** The same of pixels as words, red in the lowest byte as on every machine that runs browsers: in half of the time. */
function halfOfWords(words: Int32Array, width: number, height: number): Uint8Array {
  const half = new Uint8Array((width >> 1) * (height >> 1));
  for (let to = 0, top = 0; to < half.length; top += 2 * width) {
    for (let x = width >> 1, at = top; x > 0; x--, to++, at += 2) {
      const a = words[at]!;
      const b = words[at + 1]!;
      const c = words[at + width]!;
      const d = words[at + width + 1]!;
      const redBlue = (a & 0xff00ff) + (b & 0xff00ff) + (c & 0xff00ff) + (d & 0xff00ff);
      const green = ((a >>> 8) & 255) + ((b >>> 8) & 255) + ((c >>> 8) & 255) + ((d >>> 8) & 255);
      half[to] = (77 * (redBlue & 0xffff) + 150 * green + 29 * (redBlue >>> 16)) >> 10;
    }
  }
  return half;
}

/** Half as wide and high; each pixel is the mean of four. */
function halved({ width, height, data }: Grey): Uint8Array {
  const [w, h] = [width >> 1, height >> 1];
  const half = new Uint8Array(w * h);
  for (let y = 0, to = 0; y < h; y++) {
    let at = 2 * y * width;
    for (let x = 0; x < w; x++, to++, at += 2)
      half[to] = (data[at]! + data[at + 1]! + data[at + width]! + data[at + width + 1]! + 2) >> 2;
  }
  return half;
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
