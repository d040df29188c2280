import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { ChallengeStep } from '../../src/contract/selfieCheck.ts';
import { perform } from '../../src/testface/perform.ts';
import { TestFace, type TestFaceOptions } from '../../src/testface/TestFace.ts';
import type { TestFaceFrame } from '../../src/testface/testFaceFrame.ts';

/** Frames per second of the files, as Chromium plays them. */
const rate = 30;

/** In sequence, looped, one and a half seconds each. `still` shows one frame permanently. */
interface FakeCamera extends TestFaceOptions {
  steps?: ChallengeStep[];
  still?: TestFaceFrame;
}

/** Every step with a look straight ahead in between, so that any challenge is met within two rounds. */
export const allSteps: ChallengeStep[] = [
  'center', 'turn_left', 'center', 'turn_right', 'center', 'look_up', 'center', 'look_down', 'center', 'blink',
]; // biome-ignore format: a list

/**
 * Writes a film of the test face for Chromium's `--use-file-for-fake-video-capture=FILE` (with
 * `--use-fake-device-for-media-stream`): motion JPEG, 640 x 480, 30 frames a second. The first drawing takes about 6 s
 * for all steps; the file is cached in `.cache` under the hash of its content.
 * @returns the path of the file.
 */
export async function fakeCamera({ steps = allSteps, still, ...options }: FakeCamera = {}): Promise<string> {
  const folder = join(import.meta.dirname, '../../.cache/fake-camera');
  const key = JSON.stringify([steps, still ?? null, options]);
  const file = join(folder, `${await testFaceHash(key)}.mjpeg`);
  if (existsSync(file)) return file;
  const face = new TestFace(options);
  const frames = still ? [still] : filmScript(steps);
  const images: Buffer[] = [];
  for (const [i, frame] of frames.entries())
    images.push(i > 0 && frame === frames[i - 1] ? images[i - 1]! : await jpegOf(face, frame));
  await mkdir(folder, { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, Buffer.concat(images));
  await rename(draft, file);
  return file;
}

/** One frame of the test face as a camera would give it. */
export async function jpegOf(face: TestFace, frame: TestFaceFrame, quality = 90): Promise<Buffer> {
  const { width, height } = face;
  return sharp(face.draw(frame), { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality })
    .toBuffer();
}

/** Each frame of a movement is drawn, and of the slight sway after it every third, which is shown three times. */
export function filmScript(steps: ChallengeStep[]): TestFaceFrame[] {
  const [each, movement] = [1.5 * rate, 0.5 * rate];
  return steps.flatMap((step, i) => {
    const at = (n: number) => perform(steps.at(i - 1)!, step, n / rate, (i * each + n) / rate);
    const moving = Array.from({ length: movement }, (_, n) => at(n));
    const swaying = Array.from({ length: (each - movement) / 3 }, (_, n) => at(movement + 3 * n));
    return [...moving, ...swaying.flatMap((frame) => [frame, frame, frame])];
  });
}

let sources: Promise<string> | null = null;

/** Names a file in `.cache` that is made of the drawn face: another one where the code that draws, or codes, is another. */
export async function testFaceHash(key: string): Promise<string> {
  sources ??= readSources();
  return createHash('sha256')
    .update(key)
    .update(await sources)
    .digest('hex')
    .slice(0, 16);
}

async function readSources(): Promise<string> {
  const folder = join(import.meta.dirname, '../../src/testface');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return [...texts, JSON.stringify(sharp.versions)].join('');
}
