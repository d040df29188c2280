import { captureLimits } from '../../../contract/captureLimits.ts';
import { poseBetween } from '../../../vision/face/poseBetween.ts';
import type { Measurement } from '../../../vision/measurement.ts';
import type { SelfieRecording } from '../../step/step.ts';
import { savesData } from '../camera/openCamera.ts';

/** Pixels of the shorter side, and bytes of the whole trail; smaller if the person saves data. */
const NORMAL = { side: 240, bytes: 380_000 };
const SAVING = { side: 176, bytes: 140_000 };
/** Typical number of frames of a recording of ten seconds. No frame gets more than its share of the bytes. */
const USUAL_FRAMES = 48;
const QUALITY = { min: 0.25, max: 0.72, step: 0.08 };
/** The trail begins this many milliseconds before the first step picture. */
const LEAD_MS = 300;

interface Recorded {
  /** Milliseconds of the page's clock. */
  time: number;
  picture: Promise<Blob | null>;
}

/** Records small frames between the step pictures, as evidence that they form one continuous recording. */
export class TrailRecorder {
  readonly #size: typeof NORMAL;
  readonly #canvas = document.createElement('canvas');
  #frames: Recorded[] = [];
  #steps: number[] = [];
  #quality: number = QUALITY.max;
  #bytes = 0;

  /** @param isSlow whether an earlier recording had a gap: smaller pictures then. */
  constructor({ isSlow = false }: { isSlow?: boolean } = {}) {
    this.#size = isSlow || savesData() ? SAVING : NORMAL;
  }

  /** Discards the recorded frames: a new recording begins. */
  begin(): void {
    this.#frames = [];
    this.#steps = [];
    this.#bytes = 0;
  }

  /** Milliseconds since the last recorded frame. */
  since(time: number): number {
    return time - (this.#frames.at(-1)?.time ?? Number.NEGATIVE_INFINITY);
  }

  /** Records a picture: it is drawn immediately and encoded later. A measured one may come after a later one. */
  add(source: HTMLVideoElement | VideoFrame | ImageBitmap, time: number): void {
    if (this.#frames.some((frame) => Math.abs(frame.time - time) < 1)) return;
    const [width, height] = sizeOf(source);
    const scale = Math.min(1, this.#size.side / Math.min(width, height));
    this.#canvas.width = Math.round(width * scale);
    this.#canvas.height = Math.round(height * scale);
    this.#canvas
      .getContext('2d', { alpha: false })
      ?.drawImage(source, 0, 0, this.#canvas.width, this.#canvas.height);
    const after = this.#frames.findLastIndex((frame) => frame.time < time) + 1;
    this.#frames.splice(after, 0, { time, picture: this.#pack() });
    // Before the first step picture only the last `LEAD_MS` are kept.
    if (this.#steps.length === 0) this.#frames = this.#frames.filter((frame) => frame.time > time - 2000);
  }

  /** Records the time of a step picture. */
  mark(time: number): void {
    this.#steps.push(time);
  }

  /**
   * The recorded trail; empty if it is incomplete: the recording was longer than a trail can hold, or the camera
   * paused.
   */
  async finish(): Promise<Pick<SelfieRecording, 'trail' | 'trailTimes' | 'times'>> {
    const begin = Math.max(
      0,
      this.#frames.findLastIndex(({ time }) => time <= this.#steps[0]! - LEAD_MS),
    );
    const packed = await Promise.all(
      this.#frames.slice(begin).map(async ({ time, picture }) => ({ time, picture: await picture })),
    );
    const whole = packed.filter((frame): frame is Packed => frame.picture !== null);
    const thinned = thinnedTrail(whole, ({ picture }) => picture.size, this.#size.bytes);
    if (!thinned) return {};
    const zero = thinned[0]!.time;
    return {
      trail: thinned.map(({ picture }) => picture),
      trailTimes: thinned.map(({ time }) => Math.round(time - zero)),
      times: this.#steps.map((time) => Math.max(0, Math.round(time - zero))),
    };
  }

  #pack(): Promise<Blob | null> {
    return new Promise((resolve) => {
      const packed = (blob: Blob | null) => {
        this.#adapt(blob?.size ?? 0);
        resolve(blob && blob.size <= captureLimits.trail.frameBytes ? blob : null);
      };
      this.#canvas.toBlob(packed, 'image/jpeg', this.#quality);
    });
  }

  /**
   * Adapts the JPEG quality: the more detail the scene has, the lower it is, so that all trails have about the same
   * size.
   */
  #adapt(size: number): void {
    this.#bytes += size;
    const { max, min, step } = QUALITY;
    const share = Math.min(this.#size.bytes / USUAL_FRAMES, (this.#size.bytes - this.#bytes) / 8);
    if (size > share) this.#quality = Math.max(min, this.#quality - step);
    else if (size < 0.75 * share) this.#quality = Math.min(max, this.#quality + step);
  }
}

interface Packed {
  time: number;
  picture: Blob;
}

function sizeOf(source: HTMLVideoElement | VideoFrame | ImageBitmap): [width: number, height: number] {
  if ('videoWidth' in source) return [source.videoWidth, source.videoHeight];
  return 'displayWidth' in source
    ? [source.displayWidth, source.displayHeight]
    : [source.width, source.height];
}

/** Maximum milliseconds between two trail frames while little happens, and while a head moves. */
const REST_MS = 260;
const MOVING_MS = 90;
/** Change of the pose in degrees, or of the eyes' openness, after which a frame is due sooner. */
const TURN = 6;
const LIDS = 0.05;

/**
 * Selects the measured frames that belong to the trail: few while the face rests, more while it turns, so that every
 * movement can be followed. Pure: no camera, no clock.
 */
export class TrailPlan {
  #last: { measurement: Measurement; time: number } | null = null;

  /** Whether a frame is due; @param time milliseconds, monotonic. */
  isDue(measurement: Measurement, time: number): boolean {
    const isDue = !this.#last || this.#isWanted(this.#last.measurement, measurement, time - this.#last.time);
    if (isDue) this.#last = { measurement, time };
    return isDue;
  }

  #isWanted(last: Measurement, measurement: Measurement, ms: number): boolean {
    if (ms >= REST_MS) return true;
    const [from, to] = [last.face?.mesh, measurement.face?.mesh];
    if (ms < MOVING_MS || !from || !to) return false;
    const { yaw, pitch, roll } = poseBetween(from.landmarks, to.landmarks);
    const lids =
      Math.abs(from.openness.left + from.openness.right - to.openness.left - to.openness.right) / 2;
    return Math.hypot(yaw, pitch, roll) >= TURN || lids >= LIDS;
  }
}

/** Maximum gap, minus the delay of a late timer. */
const MAX_GAP_MS = captureLimits.trail.gapMs - 40;

/**
 * Removes frames evenly until a trail is within the limits of frames and bytes, without exceeding the maximum gap.
 * @returns `null` if the frames don't make a trail: too few frames, a gap, or too many frames to remove.
 */
export function thinnedTrail<Frame extends { time: number }>(
  frames: readonly Frame[],
  sizeOf: (frame: Frame) => number,
  maxBytes: number,
): readonly Frame[] | null {
  const { min, max } = captureLimits.trail.frames;
  const hasGap = frames.some(
    ({ time }, i) => i > 0 && time - frames[i - 1]!.time > captureLimits.trail.gapMs,
  );
  if (hasGap || frames.length < min) return null;
  let result = frames;
  const isTooMuch = () =>
    result.length > max || result.reduce((sum, frame) => sum + sizeOf(frame), 0) > maxBytes;
  while (isTooMuch()) {
    const fewer = withoutSomeAtRest(result);
    if (fewer.length === result.length) return result.length > max ? null : result;
    result = fewer;
  }
  return result;
}

/** Removes every second frame whose neighbours stay close enough to each other. The first and the last frame stay. */
function withoutSomeAtRest<Frame extends { time: number }>(frames: readonly Frame[]): Frame[] {
  const result: Frame[] = [];
  let isNext = false;
  for (const [index, frame] of frames.entries()) {
    const [before, after] = [result.at(-1), frames[index + 1]];
    const maySkip: boolean =
      isNext && before !== undefined && after !== undefined && after.time - before.time <= MAX_GAP_MS;
    if (!maySkip) result.push(frame);
    isNext = !maySkip;
  }
  return result;
}
