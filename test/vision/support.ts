import { join } from 'node:path';
import sharp from 'sharp';
import { TestFace } from '../../src/testface/TestFace.ts';
import type { TestFaceFrame } from '../../src/testface/testFaceFrame.ts';
import { buildVisionAssets } from '../../src/vision/build/buildVisionAssets.ts';
import { createFaceEngine, type FaceEngine, type Picture } from '../../src/vision/index.ts';

const root = join(import.meta.dirname, '../..');

export async function openFaceEngine(): Promise<FaceEngine> {
  const { kernels, ...models } = await buildVisionAssets(join(root, 'dist/vision'));
  return createFaceEngine({ kernels: kernels as BufferSource, ...models });
}

const faces = new Map<number, TestFace>();

/** A frame of one of the three test faces; each is built once. */
export function shot(frame: TestFaceFrame = {}, person: 0 | 1 | 2 = 0): Picture {
  const face = faces.get(person) ?? new TestFace({ person });
  faces.set(person, face);
  return { width: face.width, height: face.height, data: face.draw(frame), channels: 4 };
}

/** A picture after a camera's JPEG compression. */
export async function asJpeg(picture: Picture, quality = 80): Promise<Picture> {
  const { width, height, channels } = picture;
  const jpeg = await sharp(picture.data, { raw: { width, height, channels } })
    .removeAlpha()
    .jpeg({ quality })
    .toBuffer();
  return decode(jpeg);
}

export async function decode(image: Buffer | string): Promise<Picture> {
  const { data, info } = await sharp(image)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data, channels: 3 };
}
