import { createHash } from 'node:crypto';
import type { FaceEngine, Landmarks, Picture, Region } from '../../src/vision/index.ts';

/**
 * The same engine with a cache per process: a picture with the same pixels is measured once, later calls get a copy of
 * the measurement. Recordings in tests share most of their frames, and measuring takes most of their time.
 */
export function rememberingEngine(engine: FaceEngine): FaceEngine {
  const known = new Map<string, unknown>();
  let picture: Picture | null = null;
  let pixels = '';
  let loaded = '';
  const once = <T>(call: string, measure: () => T): T => {
    const key = `${pixels} ${call}`;
    if (!known.has(key)) {
      if (loaded !== pixels) engine.load(picture!);
      loaded = pixels;
      known.set(key, measure());
    }
    return structuredClone(known.get(key)) as T;
  };
  const remembering: Pick<
    FaceEngine,
    'canTrack' | 'memory' | 'load' | 'detect' | 'track' | 'surface' | 'texture' | 'describe'
  > = {
    get canTrack() {
      return engine.canTrack;
    },
    get memory() {
      return engine.memory;
    },
    load: (next) => {
      const { width, height, channels, data } = next;
      picture = next;
      pixels = `${width} ${height} ${channels} ${digest(data)}`;
    },
    detect: (minScore) => once(`detect ${minScore}`, () => engine.detect(minScore)),
    track: (region) => once(`track ${placeOf(region)}`, () => engine.track(region)),
    surface: (region) => once(`surface ${placeOf(region)}`, () => engine.surface(region)),
    texture: (region) => once(`texture ${placeOf(region)}`, () => engine.texture(region)),
    describe: (landmarks, options) =>
      once(`describe ${options?.mirrored} ${digestOf(landmarks)}`, () => engine.describe(landmarks, options)),
  };
  return remembering as object as FaceEngine;
}

function placeOf({ x, y, side, angle }: Region): string {
  return [x, y, side, angle].join(' ');
}

function digestOf({ buffer, byteOffset, byteLength }: Landmarks): string {
  return digest(new Uint8Array(buffer, byteOffset, byteLength));
}

function digest(bytes: Uint8Array | Uint8ClampedArray): string {
  return createHash('sha1').update(bytes).digest('base64');
}
