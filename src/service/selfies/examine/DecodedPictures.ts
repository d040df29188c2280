import type { Picture } from '../../../vision/index.ts';
import { sha256 } from '../../crypto/sha256.ts';

interface Kept {
  picture: Picture;
  expiry: NodeJS.Timeout;
}

/** Pixels of all pictures together; those of one of 1280 x 960 are 3.7 MB. */
const MAX_BYTES = 48 * 2 ** 20;
/** From the arrival of a picture to its judgement a second or two pass. */
const KEPT_MS = 60_000;

/**
 * The pixels of step pictures between their arrival and their judgement, so that each is decoded once: in the memory of one
 * process alone, each until it is taken out, for a minute at most, and the oldest only as long as there is room.
 */
export class DecodedPictures {
  readonly #kept = new Map<string, Kept>();
  readonly #maxBytes: number;
  readonly #keptMs: number;
  #bytes = 0;
  #missed = 0;

  constructor({ maxBytes = MAX_BYTES, keptMs = KEPT_MS } = {}) {
    this.#maxBytes = maxBytes;
    this.#keptMs = keptMs;
  }

  /** Of all pictures that are kept. */
  get bytes(): number {
    return this.#bytes;
  }

  keep(file: Uint8Array, picture: Picture): void {
    const key = sha256(file);
    this.#free(key);
    const expiry = setTimeout(() => this.#free(key), this.#keptMs).unref();
    this.#kept.set(key, { picture, expiry });
    this.#bytes += picture.data.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#free(oldest);
    }
  }

  /** The pixels of a file, which are the caller's from now on; `null`, and counted, if they are not here any more, or never were. */
  take(file: Uint8Array): Picture | null {
    const picture = this.#remove(sha256(file));
    if (!picture) this.#missed++;
    return picture;
  }

  /** How many pictures were not here since this was asked last. */
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
    const kept = this.#kept.get(key);
    if (!kept) return null;
    clearTimeout(kept.expiry);
    this.#kept.delete(key);
    this.#bytes -= kept.picture.data.length;
    return kept.picture;
  }
}

/** ES2024; from Node 21 on. */
interface Transferable extends ArrayBuffer {
  transfer?(size: number): ArrayBuffer;
}

/**
 * Gives the memory of a decoded picture back at once. It lies outside of the heap: left to the collector, every tenth
 * picture waits until all of the heap is looked through. Nobody may look at the picture any more.
 */
export function freePixels({ data }: Picture): void {
  const buffer: Transferable | SharedArrayBuffer = data.buffer;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === data.byteLength) buffer.transfer?.(0);
}
