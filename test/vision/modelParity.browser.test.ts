import { loadAndCompile, loadLiteRt, Tensor } from '@litertjs/core';
import { beforeAll, expect, test } from 'vitest';
import { TestFace } from '../../src/testface/TestFace.ts';
import { packModel } from '../../src/vision/build/packModel.ts';
import { readTflite } from '../../src/vision/build/readTflite.ts';
import { createFaceEngine, regionOfFace } from '../../src/vision/index.ts';
import { Kernels } from '../../src/vision/net/Kernels.ts';
import { Net } from '../../src/vision/net/Net.ts';
import { readModel } from '../../src/vision/net/readModel.ts';

// The same models in LiteRT.js, the makers' own runtime, served from the package. Every output is compared.
const detection = '/node_modules/@mediapipe/face_detection/face_detection_short_range.tflite';
const mesh = '/node_modules/@mediapipe/face_mesh/face_mesh_solution_packed_assets.data';
let kernels: Kernels;
let models: { detector: Uint8Array; landmarks: Uint8Array };
let pictures: ImageData[];

beforeAll(async () => {
  await loadLiteRt('/node_modules/@litertjs/core/wasm/');
  kernels = new Kernels((await WebAssembly.instantiate(await load('/dist/vision/kernels.wasm'))).instance);
  models = { detector: await load(detection), landmarks: (await load(mesh)).slice(2495952, 3737848) };
  const face = new TestFace();
  pictures = [{}, { yaw: 22 }, { pitch: -15, x: 2 }, { blink: 1, distance: 60 }].map(
    (frame) => new ImageData(face.draw(frame), face.width, face.height),
  );
});

test('the detector agrees with LiteRT within 1e-3', async () => {
  for (const picture of pictures) {
    const input = pixelsOf(picture, 128, [0, -80, 640, 640], (value) => value / 127.5 - 1);
    const [boxes, scores] = await reference(models.detector, input, 128);
    const outputs = run(models.detector, input, 128, 4);
    expect(worst(boxes!, [...outputs[0]!, ...outputs[1]!])).toBeLessThan(1e-3);
    expect(worst(scores!, [...outputs[2]!, ...outputs[3]!])).toBeLessThan(1e-3);
  }
});

test('the landmarks agree with LiteRT within 1e-3 of a pixel, and repacked within 1 % of the face', async () => {
  const engine = await createFaceEngine({
    kernels: await load('/dist/vision/kernels.wasm'),
    detector: await load('/dist/vision/detector.bin'),
  });
  for (const picture of pictures) {
    engine.load({ width: picture.width, height: picture.height, data: picture.data, channels: 4 });
    const { x, y, side } = regionOfFace(engine.detect()[0]!);
    const input = pixelsOf(picture, 192, [x - side / 2, y - side / 2, side, side], (value) => value / 255);
    const outputs = await reference(models.landmarks, input, 192);
    const points = outputs.find(({ length }) => length === 1404)!;
    expect(worst(points, run(models.landmarks, input, 192, 2)[0]!)).toBeLessThan(1e-3);

    const model = readTflite(models.landmarks);
    const packed = packModel({ ...model, header: { ...model.header, precision: 'int8' } });
    const repacked = run(packed, input, 192, 1)[0]!;
    const width = Math.abs(points[3 * 454]! - points[3 * 234]!);
    expect(meanDistance(points, repacked) / width).toBeLessThan(0.01);
  }
});

async function load(url: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await fetch(url)).arrayBuffer());
}

/** A part of a picture, scaled by the browser to side x side pixels of 3 numbers. */
function pixelsOf(
  picture: ImageData,
  side: number,
  [x, y, w, h]: [number, number, number, number],
  scale: (value: number) => number,
): Float32Array {
  const source = new OffscreenCanvas(picture.width, picture.height);
  source.getContext('2d')!.putImageData(picture, 0, 0);
  const target = new OffscreenCanvas(side, side).getContext('2d')!;
  target.drawImage(source, x, y, w, h, 0, 0, side, side);
  const { data } = target.getImageData(0, 0, side, side);
  return Float32Array.from({ length: side * side * 3 }, (_, i) =>
    scale(data[Math.floor(i / 3) * 4 + (i % 3)]!),
  );
}

async function reference(model: Uint8Array, input: Float32Array, side: number): Promise<Float32Array[]> {
  const compiled = await loadAndCompile(model, { accelerator: 'wasm' });
  const tensor = new Tensor(input, [1, side, side, 3]);
  const results = (await compiled.run(tensor)) as Tensor[];
  const outputs = results.map((result) => Float32Array.from(result.toTypedArray() as Float32Array));
  for (const one of [tensor, ...results, compiled]) one.delete();
  return outputs;
}

function run(bytes: Uint8Array, input: Float32Array, side: number, outputs: number): Float32Array[] {
  const model =
    String.fromCharCode(...bytes.subarray(0, 4)) === 'EYE1' ? readModel(bytes) : readTflite(bytes);
  const net = new Net(kernels, model);
  const memory = kernels.floats(net.input, side * side * 4).fill(0);
  for (let i = 0; i < side * side; i++) memory.set(input.subarray(3 * i, 3 * i + 3), 4 * i);
  net.run();
  return Array.from({ length: outputs }, (_, n) => net.output(n));
}

function worst(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(a.length).toBe(b.length);
  let max = 0;
  for (let i = 0; i < a.length; i++) max = Math.max(max, Math.abs(a[i]! - b[i]!));
  return max;
}

function meanDistance(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 3) sum += Math.hypot(a[i]! - b[i]!, a[i + 1]! - b[i + 1]!);
  return (3 * sum) / a.length;
}
