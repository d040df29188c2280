import { background } from './background.ts';
import { buildHead, type HeadPart } from './buildHead.ts';
import { cameraFor } from './camera.ts';
import { type PaintMap, paintMap } from './paintMap.ts';
import { type Person, people } from './people.ts';
import { Raster } from './Raster.ts';
import { shade } from './shade.ts';
import { softenEdges } from './softenEdges.ts';
import type { TestFaceFrame } from './testFaceFrame.ts';

export interface TestFaceOptions {
  /** Which of the three people to draw. */
  person?: 0 | 1 | 2;
  /** Width of the picture in pixels. */
  width?: number;
  height?: number;
}

/**
 * A friendly head drawn by code that resembles no real person, for tests and for a test mode without a camera. Detector
 * and landmarks track it like a person. Equal frames have equal bytes. Creating one takes about a second, a frame of
 * 640 x 480 about 20 ms: in a page, create it on demand.
 */
export class TestFace {
  readonly width: number;
  readonly height: number;
  readonly #person: Person;
  readonly #parts: HeadPart[];
  readonly #map: PaintMap;
  readonly #raster: Raster;
  #room: { light: number; pixels: Uint8ClampedArray } = {
    light: Number.NaN,
    pixels: new Uint8ClampedArray(),
  };

  constructor({ person = 0, width = 640, height = 480 }: TestFaceOptions = {}) {
    this.width = width;
    this.height = height;
    this.#person = people[person];
    this.#parts = buildHead(this.#person);
    this.#map = paintMap(this.#person);
    this.#raster = new Raster(width, height);
  }

  /** @returns RGBA, rows from the top; a new array each time. */
  draw(frame: TestFaceFrame = {}): Uint8ClampedArray<ArrayBuffer> {
    const camera = cameraFor(frame, this.width);
    const { light = 1 } = frame;
    if (this.#room.light !== light)
      this.#room = { light, pixels: background(this.width, this.height, light) };
    const target = new Uint8ClampedArray(this.#room.pixels.length);
    target.set(this.#room.pixels);
    this.#raster.clear();
    for (const part of this.#parts) this.#raster.draw(part, camera, this.#person.head);
    shade(this.#raster, target, { person: this.#person, map: this.#map, camera, frame });
    softenEdges(this.#raster, target);
    return target;
  }
}
