import type { Picture } from '../../vision/picture.ts';

/** Lumas of a picture, rows from the top. */
export interface Grey {
  width: number;
  height: number;
  data: Uint8Array;
  /** The same lumas, of which no other rows are looked at than those from `top` to before `bottom`. */
  rows?(top: number, bottom: number): Uint8Array;
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

export function greyOf(picture: Picture): Grey {
  const { width, height } = picture;
  const lumas = new Uint8Array(width * height);
  greyRows(picture)(lumas, 0, height);
  return { width, height, data: lumas };
}

/** Writes the lumas of some rows of a level into those of all. */
type MakeRows = (lumas: Uint8Array, top: number, bottom: number) => void;

/**
 * The lumas of a picture at its own size, at half of it and so on, down to a longer side of some 200 pixels. Rows are made when they
 * are first asked for: all of them take half of the time, and a page that is followed is read in some.
 */
export function pyramidOf(picture: Picture | CameraLumas): Grey[] {
  const isLumas = 'lumas' in picture;
  const levels = [new Level(picture, isLumas ? spreadRows(picture) : greyRows(picture))];
  for (let { width, height } = picture; Math.max(width, height) > 240; ) {
    const larger = levels.at(-1)!;
    [width, height] = [width >> 1, height >> 1];
    const isFirst = levels.length === 1;
    const half = isLumas ? halfRowsOfLumas(picture) : halfRowsOf(picture);
    levels.push(new Level({ width, height }, isFirst ? half : halvedRows(larger)));
  }
  return levels;
}

class Level implements Grey {
  readonly width: number;
  readonly height: number;
  readonly #make: MakeRows;
  #lumas: Uint8Array | undefined;
  /** The rows that are made. */
  #top = 0;
  #bottom = 0;

  constructor({ width, height }: Pick<Grey, 'width' | 'height'>, make: MakeRows) {
    this.width = width;
    this.height = height;
    this.#make = make;
  }

  get data(): Uint8Array {
    return this.rows(0, this.height);
  }

  rows(top: number, bottom: number): Uint8Array {
    this.#lumas ??= new Uint8Array(this.width * this.height);
    const [from, to] = [Math.max(0, top), Math.min(this.height, bottom)];
    if (this.#top === this.#bottom) this.#top = this.#bottom = Math.max(0, Math.min(this.height, from));
    if (from < this.#top) {
      this.#make(this.#lumas, from, this.#top);
      this.#top = from;
    }
    if (to > this.#bottom) {
      this.#make(this.#lumas, this.#bottom, to);
      this.#bottom = to;
    }
    return this.#lumas;
  }
}

function greyRows({ width, data, channels }: Picture): MakeRows {
  return (lumas, top, bottom) => {
    for (let i = top * width, at = i * channels; i < bottom * width; i++, at += channels)
      lumas[i] = (77 * data[at]! + 150 * data[at + 1]! + 29 * data[at + 2]!) >> 8;
  };
}

/** From what a camera gives to 0 to 255. */
function spreadOf({ isLimited }: CameraLumas): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, luma) =>
    isLimited ? Math.max(0, Math.min(255, Math.round(((luma - 16) * 255) / 219))) : luma,
  );
}

function spreadRows(camera: CameraLumas): MakeRows {
  const { width, lumas, stride } = camera;
  const spread = spreadOf(camera);
  return (data, top, bottom) => {
    for (let y = top, to = top * width; y < bottom; y++)
      for (let at = y * stride; at < y * stride + width; at++, to++) data[to] = spread[lumas[at]!]!;
  };
}

function halfRowsOfLumas(camera: CameraLumas): MakeRows {
  const { width, lumas, stride } = camera;
  const spread = spreadOf(camera);
  const w = width >> 1;
  return (half, top, bottom) => {
    for (let y = top, to = top * w; y < bottom; y++)
      for (let at = 2 * y * stride; to < (y + 1) * w; to++, at += 2)
        half[to] =
          spread[(lumas[at]! + lumas[at + 1]! + lumas[at + stride]! + lumas[at + stride + 1]! + 2) >> 2]!;
  };
}

/** The lumas of a picture half as wide and high; each pixel is the mean of four. */
function halfRowsOf({ width, height, data, channels }: Picture): MakeRows {
  if (channels === 4 && data.byteOffset % 4 === 0)
    return halfRowsOfWords(new Int32Array(data.buffer, data.byteOffset, width * height), width);
  const row = width * channels;
  const w = width >> 1;
  return (half, top, bottom) => {
    for (let y = top, to = top * w; y < bottom; y++) {
      for (let a = 2 * y * row; to < (y + 1) * w; to++, a += 2 * channels) {
        const b = a + channels;
        const c = a + row;
        const d = c + channels;
        const red = data[a]! + data[b]! + data[c]! + data[d]!;
        const green = data[a + 1]! + data[b + 1]! + data[c + 1]! + data[d + 1]!;
        const blue = data[a + 2]! + data[b + 2]! + data[c + 2]! + data[d + 2]!;
        half[to] = (77 * red + 150 * green + 29 * blue) >> 10;
      }
    }
  };
}

/** The same of pixels as words, red in the lowest byte as on every machine that runs browsers: in half of the time. */
function halfRowsOfWords(words: Int32Array, width: number): MakeRows {
  const w = width >> 1;
  return (half, top, bottom) => {
    for (let y = top, to = top * w; y < bottom; y++) {
      for (let at = 2 * y * width; to < (y + 1) * w; to++, at += 2) {
        const a = words[at]!;
        const b = words[at + 1]!;
        const c = words[at + width]!;
        const d = words[at + width + 1]!;
        const redBlue = (a & 0xff00ff) + (b & 0xff00ff) + (c & 0xff00ff) + (d & 0xff00ff);
        const green = ((a >>> 8) & 255) + ((b >>> 8) & 255) + ((c >>> 8) & 255) + ((d >>> 8) & 255);
        half[to] = (77 * (redBlue & 0xffff) + 150 * green + 29 * (redBlue >>> 16)) >> 10;
      }
    }
  };
}

/** Half as wide and high; each pixel is the mean of four. */
function halvedRows(larger: Level): MakeRows {
  const { width } = larger;
  const w = width >> 1;
  return (half, top, bottom) => {
    const data = larger.rows(2 * top, 2 * bottom);
    for (let y = top, to = top * w; y < bottom; y++)
      for (let at = 2 * y * width; to < (y + 1) * w; to++, at += 2)
        half[to] = (data[at]! + data[at + 1]! + data[at + width]! + data[at + width + 1]! + 2) >> 2;
  };
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
