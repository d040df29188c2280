import { decodeFaces } from './face/decodeFaces.ts';
import { type AffineMap, descriptorMap, mirroredMap } from './face/descriptorMap.ts';
import type { Face, Landmarks, Region, Tracked } from './face/face.ts';
import { finenessOf, lumaOf, type Surface, surfaceOf } from './face/surfaceOf.ts';
import { Kernels } from './net/Kernels.ts';
import { Net } from './net/Net.ts';
import { readModel } from './net/readModel.ts';
import type { Picture } from './picture.ts';
import { VisionError } from './VisionError.ts';

/**
 * Detects, measures and describes faces in pictures. One instance per thread; calls are synchronous and take a few
 * milliseconds. `detect` works from the start, `track` and `describe` once their models were added.
 */
export class FaceEngine {
  readonly #kernels: Kernels;
  readonly #detector: Net;
  readonly #grid: number;
  readonly #lumas = new Float32Array(gridSide ** 2);
  #landmarks: Net | undefined;
  #descriptor: Net | undefined;
  #picture = { at: 0, bytes: 0 };
  #size = { width: 0, height: 0 };

  /** Called by `createFaceEngine`, which compiles the kernels. */
  constructor(kernels: Kernels, detector: Uint8Array) {
    this.#kernels = kernels;
    this.#detector = new Net(kernels, readModel(detector));
    this.#grid = kernels.allocate(gridSide ** 2 * 16);
  }

  get canTrack(): boolean {
    return this.#landmarks !== undefined;
  }

  addLandmarks(model: Uint8Array): void {
    this.#landmarks = new Net(this.#kernels, readModel(model));
  }

  addDescriptor(model: Uint8Array): void {
    this.#descriptor = new Net(this.#kernels, readModel(model));
  }

  /** Memory of the engine in bytes. It grows with the largest picture and never shrinks. */
  get memory(): number {
    return this.#kernels.run.memory.buffer.byteLength;
  }

  /**
   * Loads a picture. The other calls work on the picture loaded last.
   * @throws RangeError if the picture is empty, has more than 2048 x 2048 pixels, or has a wrong number of bytes.
   */
  load({ width, height, data, channels }: Picture): void {
    const pixels = width * height;
    if (!(width >= 1 && height >= 1 && pixels <= maxPixels))
      throw new RangeError('The picture is empty or too large.');
    if (data.length !== pixels * channels)
      throw new RangeError('The number of bytes does not match the size of the picture.');
    this.#reserve(pixels * 7);
    const at = this.#picture.at;
    this.#size = { width, height };
    if (channels === 4) {
      this.#kernels.bytes(at, 4 * pixels).set(data);
      return;
    }
    const packed = at + 4 * pixels;
    this.#kernels.bytes(packed, 3 * pixels).set(data);
    this.#kernels.run.rgbToRgba(packed, at, pixels);
  }

  /**
   * All faces, most confident first.
   * @param minScore 0 to 1.
   */
  detect(minScore = 0.5): Face[] {
    const { width, height } = this.#size;
    const side = Math.max(width, height);
    const [left, top] = [(width - side) / 2, (height - side) / 2];
    const step = side / 128;
    const edge = step / 2 - 0.5;
    this.#warp(this.#detector.input, {
      side: 128,
      map: [step, 0, edge + left, 0, step, edge + top],
      scale: 1 / 127.5,
      offset: [-1, -1, -1],
      outside: 'black',
    });
    this.#detector.run();
    const [boxes16, boxes8, scores16, scores8] = [0, 1, 2, 3].map((n) => this.#detector.output(n)) as [
      Float32Array,
      Float32Array,
      Float32Array,
      Float32Array,
    ];
    return decodeFaces(
      { scores: [scores16, scores8], boxes: [boxes16, boxes8] },
      { side, left, top },
      minScore,
    );
  }

  /**
   * The landmarks of the face in a region (see `regionOfFace`, `regionOfLandmarks`).
   * @throws Error if the landmarks model was not added yet.
   */
  track(region: Region): Tracked {
    const net = this.#landmarks;
    if (!net) throw new Error('The landmarks model is not loaded.');
    const map = mapOf(region, 192);
    this.#warp(net.input, { side: 192, map, scale: 1 / 255 });
    net.run();
    const landmarks = net.output(0);
    const [ax, bx, cx, ay, by, cy] = map;
    const scale = region.side / 192;
    for (let i = 0; i < landmarks.length; i += 3) {
      const [x, y] = [landmarks[i]!, landmarks[i + 1]!];
      landmarks[i] = ax * x + bx * y + cx;
      landmarks[i + 1] = ay * x + by * y + cy;
      landmarks[i + 2]! *= scale;
    }
    return { landmarks, presence: 1 / (1 + Math.exp(-net.output(1)[0]!)) };
  }

  /** Luma and sharpness of a region of the picture. */
  surface(region: Region): Surface {
    return surfaceOf(this.#lumasOf(region), gridSide);
  }

  /** The same, with the fineness of the detail in its weakest direction, see `finenessOf`. */
  texture(region: Region): Surface & { fineness: number } {
    const luma = this.#lumasOf(region);
    return { ...surfaceOf(luma, gridSide), fineness: finenessOf(luma, gridSide) };
  }

  /**
   * The face descriptor: 128 numbers. Two pictures of one person have a Euclidean distance below 0.6, as measured by
   * dlib's author on photographs. Suitable for frontal pictures of adults; no proof by itself.
   * @param mirrored describes the mirror image: the mean of both views is more accurate than either.
   * @throws Error if the descriptor model was not added.
   */
  describe(landmarks: Landmarks, { mirrored = false } = {}): Float32Array {
    const net = this.#descriptor;
    if (!net) throw new Error('The descriptor model is not loaded.');
    const mean = [-122.782 / 256, -117.001 / 256, -104.298 / 256] as const;
    const map = descriptorMap(landmarks);
    this.#warp(net.input, {
      side: 150,
      map: mirrored ? mirroredMap(map, 150) : map,
      scale: 1 / 256,
      offset: mean,
    });
    net.run();
    return net.output(0);
  }

  /** The lumas of a region. The next call overwrites them. */
  #lumasOf(region: Region): Float32Array {
    this.#warp(this.#grid, { side: gridSide, map: mapOf(region, gridSide), scale: 1 });
    return lumaOf(this.#kernels.floats(this.#grid, gridSide ** 2 * 4), this.#lumas);
  }

  /**
   * Reserves memory for a picture. Memory is never freed. It grows by doubling, so a series of ever larger pictures
   * costs at most twice the largest one.
   */
  #reserve(needed: number): void {
    if (needed <= this.#picture.bytes) return;
    const bytes = Math.min(Math.max(needed, 2 * this.#picture.bytes), 7 * maxPixels);
    // 16 bytes more, because the warp reads two pixels at once.
    this.#picture = { at: this.#kernels.allocate(bytes + 16), bytes };
  }

  /** Writes the mapped part of the picture to an address, as floats. */
  #warp(to: number, { side, map, scale, offset = [0, 0, 0], outside = 'edge' }: Warp): void {
    const { width, height } = this.#size;
    if (!map.every((value) => Math.abs(value) < 1e6))
      throw new RangeError('The region lies outside of the picture.');
    this.#kernels.run.warp(
      this.#picture.at,
      width,
      height,
      to,
      side,
      side,
      ...map,
      scale,
      ...offset,
      outside === 'edge' ? 1 : 0,
    );
  }
}

interface Warp {
  /** Side of the output square in pixels. */
  side: number;
  map: AffineMap;
  /** Each channel, 0 to 255, becomes `value * scale + offset`. */
  scale: number;
  offset?: readonly [number, number, number];
  /** Values for pixels outside the picture: those of its nearest pixel, or black. */
  outside?: 'edge' | 'black';
}

const gridSide = 96;
const maxPixels = 2048 * 2048;

function mapOf({ x, y, side, angle }: Region, pixels: number): AffineMap {
  const step = side / pixels;
  const [cos, sin] = [Math.cos(angle) * step, Math.sin(angle) * step];
  const middle = (pixels - 1) / 2;
  return [cos, -sin, x - 0.5 - middle * (cos - sin), sin, cos, y - 0.5 - middle * (sin + cos)];
}

/** The files of a face engine, written by `buildVisionAssets`. */
export interface FaceEngineParts {
  /** The kernels, as bytes or compiled. */
  kernels: BufferSource | WebAssembly.Module;
  detector: Uint8Array;
  /** May be added later by `engine.addLandmarks`. */
  landmarks?: Uint8Array;
  /** May be added later by `engine.addDescriptor`. */
  descriptor?: Uint8Array;
}

/**
 * Creates a face engine, on the page or in Node.
 * @throws VisionError `simd_missing` if the JavaScript engine can't run the kernels, `model_unreadable` if a model is
 *   damaged.
 */
export async function createFaceEngine({
  kernels,
  detector,
  landmarks,
  descriptor,
}: FaceEngineParts): Promise<FaceEngine> {
  const instance = await instantiate(kernels);
  try {
    const engine = new FaceEngine(new Kernels(instance), detector);
    if (landmarks) engine.addLandmarks(landmarks);
    if (descriptor) engine.addDescriptor(descriptor);
    return engine;
  } catch (cause) {
    throw new VisionError('model_unreadable', 'A model of the face engine is damaged.', { cause });
  }
}

async function instantiate(kernels: BufferSource | WebAssembly.Module): Promise<WebAssembly.Instance> {
  try {
    const module = kernels instanceof WebAssembly.Module ? kernels : await WebAssembly.compile(kernels);
    return await WebAssembly.instantiate(module);
  } catch (cause) {
    throw new VisionError('simd_missing', 'This engine does not support WebAssembly SIMD.', { cause });
  }
}
