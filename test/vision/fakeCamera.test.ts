import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { judgeStep, measure, resolveThresholds } from '../../src/vision/index.ts';
import { fakeCamera } from '../support/fakeCamera.ts';
import { framesOf } from '../support/films.ts';
import { decode, openFaceEngine } from './support.ts';

test('the film of the test face shows the steps in turn, at 30 frames a second', async () => {
  const film = framesOf(await readFile(await fakeCamera({ steps: ['center', 'turn_left'] })));
  expect(film.length).toBe(90);
  const engine = await openFaceEngine();
  const limits = resolveThresholds();
  const [neutral, turned] = [
    measure(engine, await decode(film[40]!), limits),
    measure(engine, await decode(film[80]!), limits),
  ];
  expect([neutral.width, neutral.height, neutral.faces]).toEqual([640, 480, 1]);
  expect(judgeStep('turn_left', neutral.face!.mesh!, turned.face!.mesh!, limits)).toBe(null);
});
