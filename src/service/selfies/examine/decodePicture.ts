import sharp from 'sharp';
import { sizeLimits } from '../../../contract/limits.ts';
import type { Picture } from '../../../vision/index.ts';
import { sha256 } from '../../crypto/sha256.ts';
import type { PictureProblem } from '../examiner.ts';
import { PoolError } from './ProcessPool.ts';
import {
  mediaTypeOf,
  PictureError,
  requirePlainPicture,
  requirePlainProfile,
} from './requirePlainPicture.ts';

/** Each process decodes with one thread: the service shares its machine with its database. */
sharp.concurrency(1);
sharp.cache(false);

const SECONDS = 8;
/** With less CPU time than this, a timeout says nothing about the picture. */
const MIN_CPU_SECONDS = SECONDS / 2;

/**
 * Decodes a whole JPEG, PNG or WebP file, rotated by its EXIF orientation, in sRGB without alpha, scaled down to the
 * size that is measured. The size is checked before any pixel is decoded, so that a small file cannot unpack into more
 * memory than a frame may use.
 * @param minSide minimum length of each side, in pixels.
 * @param max maximum length of each side, in pixels.
 * @param largest the longer side of the result at most, in pixels.
 * @throws {PictureError}
 * @throws {PoolError} `starved` if the machine gave it no CPU time.
 */
export async function decodePicture(
  file: Uint8Array,
  minSide: number,
  max: number = sizeLimits.frameMaxSide,
  largest: number = largestSide,
): Promise<Picture> {
  if (!mediaTypeOf(file)) throw new PictureError('image_unreadable');
  requirePlainPicture(file);
  const options = { limitInputPixels: max ** 2, failOn: 'error', sequentialRead: true } as const;
  const before = process.cpuUsage();
  try {
    const { width = 0, height = 0, pages = 1, icc } = await sharp(file, options).metadata();
    if (Math.min(width, height) < minSide) throw new PictureError('image_too_small');
    if (Math.max(width, height) > max) throw new PictureError('image_too_large');
    if (pages > 1) throw new PictureError('image_unreadable');
    requirePlainProfile(icc);
    const { data, info } = await sharp(file, options)
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .resize(largest, largest, { fit: 'inside', withoutEnlargement: true })
      .flatten()
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data, channels: 3 };
  } catch (error) {
    if (error instanceof PictureError) throw error;
    if (error instanceof Error && /^timeout/.test(error.message)) {
      const { user, system } = process.cpuUsage(before);
      if ((user + system) / 1e6 < MIN_CPU_SECONDS) throw new PoolError('starved', { cause: error });
    }
    const tooLarge = error instanceof Error && /pixel limit/.test(error.message);
    throw new PictureError(tooLarge ? 'image_too_large' : 'image_unreadable', { cause: error });
  }
}

/**
 * Decodes a trail frame whose header was checked; `null` if it is damaged, grey, or has transparency, which no page
 * sends.
 */
export async function decodeTrailFrame(file: Uint8Array): Promise<Picture | null> {
  try {
    const { data, info } = await sharp(file, { failOn: 'error', sequentialRead: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return info.channels === 3 ? { width: info.width, height: info.height, data, channels: 3 } : null;
  } catch {
    // libvips refuses the bytes.
    return null;
  }
}

/** Longer side in pixels of a picture that is compared with another film. */
const COMPARED_SIDE = 480;

/**
 * Decodes a stored picture for the comparison with another film, scaled down while it is decoded; `null` if it is
 * damaged.
 */
export async function decodeSmall(file: Uint8Array): Promise<Picture | null> {
  try {
    const { data, info } = await sharp(file, { sequentialRead: true })
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .resize(COMPARED_SIDE, COMPARED_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten()
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data, channels: 3 };
  } catch {
    // libvips refuses the bytes.
    return null;
  }
}

/** The problem in the header of a trail frame: wrong type, or shorter side out of range; `null` for a valid one. */
export async function inspectTrailFrame(file: Uint8Array): Promise<PictureProblem | null> {
  const type = mediaTypeOf(file);
  if (type !== 'image/jpeg' && type !== 'image/webp') return 'image_unreadable';
  try {
    requirePlainPicture(file);
    const { width, height, pages = 1, icc } = await sharp(file).metadata();
    requirePlainProfile(icc);
    const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
    if (pages > 1) return 'image_unreadable';
    if (shorter < sizeLimits.trailShorterSide.min) return 'image_too_small';
    return shorter > sizeLimits.trailShorterSide.max || longer > LONGEST ? 'image_too_large' : null;
  } catch {
    // libvips or the checks above refuse the bytes.
    return 'image_unreadable';
  }
}

/** Maximum longer side in pixels: no camera is wider than 21:9. */
const LONGEST = 1500;

/** Maximum longer side of a measured picture, in pixels. The networks see 192 pixels, so more would not help them. */
export const largestSide = 1280;

interface CachedPicture {
  picture: Picture;
  expiry: NodeJS.Timeout;
}

/** Limit for the pixels of all cached pictures, in bytes. One picture of 1280 x 960 takes 3.7 MB. */
const MAX_BYTES = 48 * 2 ** 20;
/** Maximum time in the cache. A picture is judged one or two seconds after its upload. */
const CACHE_MS = 60_000;

/**
 * A cache of decoded step pictures between upload and judgement, so that each is decoded once. It is local to one
 * process; a picture stays until it is taken out, at most a minute, and the oldest ones are dropped if space runs out.
 */
export class DecodedPictures {
  readonly #cached = new Map<string, CachedPicture>();
  readonly #maxBytes: number;
  readonly #keptMs: number;
  #bytes = 0;
  #missed = 0;

  constructor({ maxBytes = MAX_BYTES, cacheMs = CACHE_MS } = {}) {
    this.#maxBytes = maxBytes;
    this.#keptMs = cacheMs;
  }

  /** Total size of all cached pictures. */
  get bytes(): number {
    return this.#bytes;
  }

  keep(file: Uint8Array, picture: Picture): void {
    const key = sha256(file);
    this.#free(key);
    const expiry = setTimeout(() => this.#free(key), this.#keptMs).unref();
    this.#cached.set(key, { picture, expiry });
    this.#bytes += picture.data.length;
    for (const oldest of this.#cached.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#free(oldest);
    }
  }

  /**
   * Removes the pixels of a file from the cache; the caller then owns them. `null`, and counted as missed, if they are
   * not cached.
   */
  take(file: Uint8Array): Picture | null {
    const picture = this.#remove(sha256(file));
    if (!picture) this.#missed++;
    return picture;
  }

  /** The number of missed pictures since the last call. */
  countMissed(): number {
    const missed = this.#missed;
    this.#missed = 0;
    return missed;
  }

  #free(key: string): void {
    const picture = this.#remove(key);
    if (picture) freePixels(picture);
  }

  #remove(key: string): Picture | null {
    const cached = this.#cached.get(key);
    if (!cached) return null;
    clearTimeout(cached.expiry);
    this.#cached.delete(key);
    this.#bytes -= cached.picture.data.length;
    return cached.picture;
  }
}

/** ES2024, available from Node 21. */
interface Transferable extends ArrayBuffer {
  transfer?(size: number): ArrayBuffer;
}

/**
 * Frees the memory of a decoded picture at once. The memory is outside the heap; otherwise every tenth picture waits
 * for a full garbage collection. The picture must not be used afterwards.
 */
export function freePixels({ data }: Picture): void {
  const buffer: Transferable | SharedArrayBuffer = data.buffer;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === data.byteLength) buffer.transfer?.(0);
}
