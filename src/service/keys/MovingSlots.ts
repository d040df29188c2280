import {
  type Destroyed,
  FILE_ADDRESS_BYTES,
  type KeySlots,
  OBJECT_ADDRESS_BYTES,
  type Slot,
  type SlotAddress,
  type SlotContent,
  type SlotMark,
  type SlotState,
} from '../crypto/keySlots.ts';
import type { BucketSlots } from './BucketSlots.ts';

/**
 * Slots on their way from a directory into a bucket, which has the new ones. Data keys in the directory are rewrapped by
 * `check_keys`, like those of an earlier root key, and their slots there replaced.
 */
export class MovingSlots implements KeySlots {
  readonly addressBytes = OBJECT_ADDRESS_BYTES;
  readonly isMoving = true;
  readonly #bucket: BucketSlots;
  readonly #files: KeySlots;

  constructor(bucket: BucketSlots, files: KeySlots) {
    this.#bucket = bucket;
    this.#files = files;
  }

  allocate(): Slot | Promise<Slot> {
    return this.#bucket.allocate();
  }

  read(address: SlotAddress): SlotContent {
    return isOfFile(address) ? this.#files.read(address) : this.#bucket.read(address);
  }

  async load(address: SlotAddress): Promise<SlotContent> {
    return isOfFile(address) ? this.#files.read(address) : await this.#bucket.load(address);
  }

  async statesOf(addresses: readonly SlotAddress[]): Promise<SlotState[]> {
    const [inFiles, inBucket] = [
      addresses.filter(isOfFile),
      addresses.filter((address) => !isOfFile(address)),
    ];
    const states = [...(await this.#files.statesOf(inFiles)), ...(await this.#bucket.statesOf(inBucket))];
    const known = new Map([...inFiles, ...inBucket].map((address, i) => [address, states[i]!]));
    return addresses.map((address) => known.get(address)!);
  }

  async destroy(addresses: readonly SlotAddress[], mark: SlotMark): Promise<Destroyed> {
    const inFiles = await this.#files.destroy(addresses.filter(isOfFile), mark);
    const inBucket = await this.#bucket.destroy(
      addresses.filter((address) => !isOfFile(address)),
      mark,
    );
    return {
      done: [...inFiles.done, ...inBucket.done],
      failed: [...inFiles.failed, ...inBucket.failed],
    };
  }

  check(): Promise<void> {
    return this.#bucket.check();
  }

  async close(): Promise<void> {
    await this.#files.close();
    await this.#bucket.close();
  }
}

function isOfFile(address: SlotAddress): boolean {
  return address.length === FILE_ADDRESS_BYTES;
}
