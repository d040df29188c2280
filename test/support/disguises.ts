import sharp, { type Sharp } from 'sharp';
import { sizeLimits } from '../../src/contract/limits.ts';
import { randomFrom } from './takes.ts';

/** Changes the look of a frame; the film stays recognisable for a person. */
export type Disguise = (file: Buffer) => Promise<Buffer>;

const coded = (picture: Sharp, quality = 70) => picture.jpeg({ quality }).toBuffer();

/** Ways to hide that a film was used before: each gives every picture other bytes. */
export const disguises: Record<string, Disguise> = {
  coded: (file) => coded(sharp(file), 40),
  webp: (file) => sharp(file).webp({ quality: 50 }).toBuffer(),
  smaller: (file) => scaled(file, 0.8),
  larger: (file) => scaled(file, 1.25),
  lit: (file) => coded(sharp(file).linear(1.15, -8)),
  dark: (file) => coded(sharp(file).linear(0.65, 8)),
  gamma: (file) => coded(sharp(file).gamma(1.6)),
  blurred: (file) => blurred(file, 0.006),
  sharpened: (file) => coded(sharp(file).sharpen({ sigma: 1.5, m1: 2, m2: 3 })),
  grain: (file) => grained(file, 6),
  'more grain': (file) => grained(file, 9),
  cut: (file) => cut(file, [0.01, 0.015, 0.02, 0.01]),
  'cut more': (file) => cut(file, [0.09, 0.05, 0.03, 0.07]),
  mirrored: (file) => coded(sharp(file).flop()),
  'grain, larger': async (file) => await grained(await scaled(file, 1.15), 6),
  'cut, lit, coded': async (file) =>
    coded(sharp(await cut(file, [0.04, 0.03, 0.05, 0.02])).linear(1.15, -8), 45),
  'mirrored, grain, blurred': async (file) =>
    await grained(await blurred(await coded(sharp(file).flop(), 90), 0.004), 6),
  'gamma, sharpened, smaller': async (file) =>
    await scaled(await coded(sharp(file).gamma(1.4).sharpen({ sigma: 1.2 }), 90), 0.85),
  'mirrored, cut, grain, coded': async (file) =>
    await grained(await cut(await coded(sharp(file).flop(), 90), [0.05, 0.02, 0.03, 0.05]), 6, 45),
};

/** A step picture gets no smaller than the service accepts. */
async function scaled(file: Buffer, by: number): Promise<Buffer> {
  const { width, height } = await sharp(file).metadata();
  const least = height < sizeLimits.frameMinSide ? 0 : sizeLimits.frameMinSide / height;
  return await coded(sharp(file).resize(Math.round(Math.max(by, least) * width)));
}

/** @param share radius, in widths of the picture. */
async function blurred(file: Buffer, share: number): Promise<Buffer> {
  const { width } = await sharp(file).metadata();
  return await coded(sharp(file).blur(Math.max(0.5, share * width)));
}

/** @param edges shares that are cut off at the left, the top, the right and below. The size stays the same. */
async function cut(
  file: Buffer,
  [left, top, right, below]: [number, number, number, number],
): Promise<Buffer> {
  const { width, height } = await sharp(file).metadata();
  const rest = {
    width: Math.round((1 - left - right) * width),
    height: Math.round((1 - top - below) * height),
  };
  const place = { left: Math.round(left * width), top: Math.round(top * height) };
  return await coded(
    sharp(file)
      .extract({ ...place, ...rest })
      .resize(width),
  );
}

let grains = 0;

/** Grain of so many grey levels (standard deviation), other grain each time. */
async function grained(file: Buffer, levels: number, quality = 70): Promise<Buffer> {
  const random = randomFrom(++grains);
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  for (let at = 0; at < data.length; at += info.channels) {
    const grain = levels * Math.sqrt(-2 * Math.log(random() + 1e-9)) * Math.cos(2 * Math.PI * random());
    for (let i = at; i < at + info.channels; i++) data[i] = Math.max(0, Math.min(255, data[i]! + grain));
  }
  const { width, height, channels } = info;
  return await coded(sharp(data, { raw: { width, height, channels } }), quality);
}
