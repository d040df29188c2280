import { describeBothSides } from '../descriptors.ts';
import type { FaceEngine } from '../FaceEngine.ts';
import { type Landmarks, type Region, regionOfFace, regionOfLandmarks } from '../face/face.ts';
import type { CaptureThresholds } from '../judge/thresholds.ts';
import type { Measurement } from '../measurement.ts';
import type { Picture } from '../picture.ts';
import { type Background, backgroundOf } from './backgroundLikeness.ts';
import { type FaceIllumination, faceIlluminationOf } from './faceIllumination.ts';
import { type Thumbnail, thumbnailOf } from './thumbnail.ts';

/** A decoded frame of a trail and its time, in milliseconds. */
export interface TrailPicture {
  time: number;
  picture: Picture;
}

/**
 * Measures requested frames of a trail, each at most once. The landmarks are searched at the position of the face in
 * the nearest measured frame.
 */
export class TrailReader {
  readonly thumbnails: readonly Thumbnail[];
  readonly pictures: readonly TrailPicture[];
  readonly #engine: FaceEngine;
  readonly #limits: CaptureThresholds;
  readonly #read = new Map<number, TrailFrame | null>();
  readonly #described = new Map<number, Float32Array>();

  constructor(engine: FaceEngine, pictures: readonly TrailPicture[], limits: CaptureThresholds) {
    this.#engine = engine;
    this.#limits = limits;
    this.pictures = pictures;
    this.thumbnails = pictures.map(({ picture }) => thumbnailOf(picture));
  }

  /** A reader of the same trail without any measured frame. */
  unread(): TrailReader {
    return new TrailReader(this.#engine, this.pictures, this.#limits);
  }

  get length(): number {
    return this.pictures.length;
  }

  /** The index of the frame nearest to a time. */
  nearest(time: number): number {
    let best = 0;
    for (const [index, frame] of this.pictures.entries()) {
      if (Math.abs(frame.time - time) < Math.abs(this.pictures[best]!.time - time)) best = index;
    }
    return best;
  }

  /** The measured frames with a face. */
  get framesWithFace(): TrailFrame[] {
    return [...this.#read.values()].filter((frame) => frame !== null);
  }

  /**
   * The content of a frame; `null` without a face.
   * @param near a larger picture of the same moment, whose face position is the starting point of the search.
   */
  frame(index: number, near?: Measurement): TrailFrame | null {
    const cached = this.#read.get(index);
    if (cached !== undefined) return cached;
    const { picture, time } = this.pictures[index]!;
    this.#engine.load(picture);
    const read = this.#follow(this.#guess(index, near)) ?? this.#follow(this.#find());
    const frame = read && {
      time,
      landmarks: read,
      illumination: faceIlluminationOf(picture, read),
      background: backgroundOf(this.thumbnails[index]!, read, picture.width),
    };
    this.#read.set(index, frame);
    return frame;
  }

  /**
   * Sets the content of a frame without measuring it.
   * @param landmarks of a picture of the same moment that is `width` pixels wide.
   */
  know(index: number, landmarks: Landmarks, width: number): void {
    const { picture, time } = this.pictures[index]!;
    const scaled = landmarks.map((value) => (value * picture.width) / width);
    this.#read.set(index, {
      time,
      landmarks: scaled,
      illumination: faceIlluminationOf(picture, scaled),
      background: backgroundOf(this.thumbnails[index]!, scaled, picture.width),
    });
  }

  /** The descriptor of a frame with a face, averaged with that of its mirror image. */
  describe(index: number): Float32Array | null {
    const cached = this.#described.get(index);
    if (cached) return cached;
    const frame = this.frame(index);
    if (!frame) return null;
    this.#engine.load(this.pictures[index]!.picture);
    const descriptor = describeBothSides(this.#engine, frame.landmarks);
    this.#described.set(index, descriptor);
    return descriptor;
  }

  #guess(index: number, near?: Measurement): Region | null {
    if (near?.face?.mesh) {
      const scale = this.pictures[index]!.picture.width / near.width;
      const { x, y, side, angle } = regionOfLandmarks(near.face.mesh.landmarks);
      return { x: x * scale, y: y * scale, side: side * scale, angle };
    }
    const nearest = [...this.#read.keys()]
      .filter((other) => this.#read.get(other))
      .sort((a, b) => Math.abs(a - index) - Math.abs(b - index))[0];
    return nearest === undefined ? null : regionOfLandmarks(this.#read.get(nearest)!.landmarks);
  }

  #find(): Region | null {
    const faces = this.#engine.detect(this.#limits.minScore);
    const largest = faces.sort((a, b) => b.box.width - a.box.width)[0];
    return largest ? regionOfFace(largest) : null;
  }

  #follow(region: Region | null): Landmarks | null {
    if (!region) return null;
    let tracked = this.#engine.track(region);
    const tracedRegion = regionOfLandmarks(tracked.landmarks);
    // If the face is elsewhere, its landmarks are skewed: it is measured again at its actual position.
    if (tracked.presence >= 0.5 && isElsewhere(region, tracedRegion))
      tracked = this.#engine.track(tracedRegion);
    return tracked.presence < this.#limits.minPresence ? null : tracked.landmarks;
  }
}

/** Whether a region differs from the actual one by more than the landmarks can compensate. */
function isElsewhere(guess: Region, actual: Region): boolean {
  const shift = Math.hypot(guess.x - actual.x, guess.y - actual.y) / actual.side;
  return shift > 0.05 || Math.abs(Math.log(guess.side / actual.side)) > 0.06;
}

/** The values of one measured frame of a trail. */
export interface TrailFrame {
  /** Milliseconds of the recording's clock. */
  time: number;
  background: Background;
  landmarks: Landmarks;
  illumination: FaceIllumination;
}
