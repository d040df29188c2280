import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChallengeStep } from '../../src/contract/selfieCheck.ts';
import { perform } from '../../src/testface/perform.ts';
import { TestFace } from '../../src/testface/TestFace.ts';
import type { TestFaceFrame } from '../../src/testface/testFaceFrame.ts';
import { jpegOf, testFaceHash } from './fakeCamera.ts';

export type TestPerson = 0 | 1 | 2;

const heads = new Map<TestPerson, TestFace>();
const drawn = new Map<string, Promise<Buffer>>();

/** A picture of a test face as a camera would send it: JPEG, 640 x 480. */
export function faceJpeg(frame: TestFaceFrame = {}, person: TestPerson = 0): Promise<Buffer> {
  const key = JSON.stringify([person, frame]);
  const made = drawn.get(key) ?? draw(frame, person);
  drawn.set(key, made);
  return made;
}

/** The test face in the pose of each step. */
export function performed(steps: readonly ChallengeStep[], person: TestPerson = 0): Promise<Buffer[]> {
  return Promise.all(steps.map((step, index) => faceJpeg(perform('center', step, 1, 0.7 * index), person)));
}

/** Drawing takes longer than measuring: pictures drawn by one process are cached in `.cache` for all others. */
async function draw(frame: TestFaceFrame, person: TestPerson): Promise<Buffer> {
  const folder = join(import.meta.dirname, '../../.cache/faces');
  const file = join(folder, `${await testFaceHash(JSON.stringify([person, frame]))}.jpg`);
  // Not drawn yet.
  const known = await readFile(file).catch(() => null);
  if (known) return known;
  const head = heads.get(person) ?? new TestFace({ person });
  heads.set(person, head);
  const picture = await jpegOf(head, frame, 85);
  await mkdir(folder, { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, picture);
  await rename(draft, file);
  return picture;
}
