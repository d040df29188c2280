import { expect, test } from 'vitest';
import {
  analyseFrame,
  createFaceEngine,
  measure,
  type Picture,
  resolveThresholds,
  VisionError,
} from '../../src/vision/index.ts';
import { loadFiles } from '../../src/vision/loadFiles.ts';
import { rememberingEngine } from '../support/rememberingEngine.ts';
import { openFaceEngine, shot } from './support.ts';

const engine = await openFaceEngine();
const limits = resolveThresholds();
const grey = (width: number, height: number, bytes = width * height * 3): Picture => ({
  width,
  height,
  data: new Uint8Array(bytes).fill(128),
  channels: 3,
});

test('RGB and RGBA of the same picture give the same measurement', () => {
  const rgba = shot({ yaw: 5 });
  const data = new Uint8Array(3 * rgba.width * rgba.height);
  for (let i = 0; i < data.length; i++) data[i] = rgba.data[4 * Math.floor(i / 3) + (i % 3)]!;
  expect(measure(engine, { ...rgba, data, channels: 3 }, limits)).toEqual(measure(engine, rgba, limits));
});

test('a measurement is independent of earlier pictures and of caching', () => {
  const [one, other] = [shot({ yaw: 5 }), shot({ yaw: -12, pitch: 6 }, 2)];
  const first = [one, other].map((picture) => analyseFrame(engine, picture, limits));
  const later = [other, one].map((picture) => analyseFrame(engine, picture, limits)).toReversed();
  expect(later).toEqual(first);
  const remembering = rememberingEngine(engine);
  for (const _ of ['measured', 'remembered'])
    expect([one, other].map((picture) => analyseFrame(remembering, picture, limits))).toEqual(first);
  expect(first[0]).not.toEqual(first[1]);
});

test('invalid pictures are refused, small and odd ones are not', () => {
  for (const picture of [
    grey(0, 0),
    grey(10, 10, 299),
    grey(2049, 2048),
    grey(-4, -4, 48),
    grey(Number.NaN, 1, 0),
  ]) {
    expect(() => measure(engine, picture, limits)).toThrow(RangeError);
  }
  for (const [width, height] of [
    [1, 1],
    [3, 700],
    [701, 2],
    [33, 35],
  ] as const) {
    expect(measure(engine, grey(width, height), limits).faces).toBe(0);
  }
});

test('growing pictures do not accumulate memory', () => {
  measure(engine, grey(2048, 2048), limits);
  const before = engine.memory;
  for (let side = 100; side < 2048; side += 150) engine.load(grey(side, side));
  expect(engine.memory).toBe(before);
  expect(before).toBeLessThan(200e6);
});

test('reports a missing or damaged file', async () => {
  await expect(loadFiles('/no/such/folder')).rejects.toMatchObject({ code: 'load_failed' });
  await expect(loadFiles('/no/such/folder')).rejects.toBeInstanceOf(VisionError);
  const files = await loadFiles();
  const damaged = { ...files, detector: files.detector.subarray(0, 5000) };
  await expect(createFaceEngine(damaged)).rejects.toMatchObject({ code: 'model_unreadable' });
  await expect(createFaceEngine({ ...files, landmarks: new Uint8Array(100) })).rejects.toMatchObject({
    code: 'model_unreadable',
  });
  await expect(
    createFaceEngine({ ...files, kernels: new Uint8Array([0, 97, 115, 109]) }),
  ).rejects.toMatchObject({
    code: 'simd_missing',
  });
  const { kernels, detector } = files;
  const young = await createFaceEngine({ kernels, detector });
  young.load(shot({}));
  expect(young.canTrack).toBe(false);
  expect(measure(young, shot({}), limits).face?.mesh).toBe(null);
  expect(() => young.track({ x: 320, y: 240, side: 200, angle: 0 })).toThrow('not loaded');
  expect(() => young.describe(new Float32Array(1404))).toThrow('not loaded');
  expect(() => engine.track({ x: Number.NaN, y: 0, side: 10, angle: 0 })).toThrow(RangeError);
});
