import sharp from 'sharp';

/** A trail that somebody makes of a few photographs, one for each step. */
export interface FakeTrail {
  frames: Buffer[];
  times: number[];
  trail: Buffer[];
  trailTimes: number[];
}

/** How the photographs are joined. */
export type Joining = 'cut' | 'shaken cut' | 'fade' | 'shaken fade' | 'slow cut';

export const joinings: readonly Joining[] = ['cut', 'shaken cut', 'fade', 'shaken fade', 'slow cut'];

const WIDTH = 320;

/**
 * Plays photographs as if they were a take: each stands for a second, then the next takes its place at once or within
 * another second, faded in ten steps; shaken, every frame is cut a little elsewhere, as a hand would hold a camera.
 */
export async function trailOf(photographs: readonly Buffer[], joining: Joining): Promise<FakeTrail> {
  const each = joining === 'slow cut' ? 450 : 100;
  const shown = joining === 'slow cut' ? 3 : 10;
  const isFaded = joining.endsWith('fade');
  const pictures: Promise<Buffer>[] = [];
  const times: number[] = [];
  for (const [index, photograph] of photographs.entries()) {
    const before = photographs[index - 1];
    for (let n = 1; isFaded && before && n < 10; n++) {
      pictures.push(mixed(before, photograph, n / 10, joining.startsWith('shaken') ? pictures.length : 0));
    }
    for (let n = 0; n < shown; n++) {
      if (n === Math.floor(shown / 2)) times.push(pictures.length * each);
      pictures.push(mixed(photograph, photograph, 0, joining.startsWith('shaken') ? pictures.length : 0));
    }
  }
  const trail = await Promise.all(pictures);
  return {
    frames: [...photographs],
    times,
    trail: trail.slice(0, 90),
    trailTimes: trail.slice(0, 90).map((_, index) => index * each),
  };
}

async function mixed(one: Buffer, other: Buffer, share: number, shake: number): Promise<Buffer> {
  const { width, height } = await sharp(one).metadata();
  const cut = {
    left: shake % 4,
    top: (shake * 3) % 5,
    width: width - 4,
    height: height - 5,
  };
  const base = await fitted(one, width, height);
  const over = share > 0 ? [{ input: await faded(other, width, height, share) }] : [];
  const whole = await sharp(base).composite(over).png().toBuffer();
  return sharp(whole).extract(cut).resize(WIDTH).jpeg({ quality: 75 }).toBuffer();
}

function fitted(file: Buffer, width: number, height: number): Promise<Buffer> {
  return sharp(file).resize(width, height, { fit: 'fill' }).png().toBuffer();
}

function faded(file: Buffer, width: number, height: number, share: number): Promise<Buffer> {
  return sharp(file).resize(width, height, { fit: 'fill' }).ensureAlpha(share).png().toBuffer();
}
