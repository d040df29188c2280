import { StoreAway } from '../objects/StoreAway.ts';
import type { Settled } from '../objects/settleEach.ts';

/** The address of a slot, as the row with its data key stores it. Its length tells folder and bucket apart. */
export type SlotAddress = Uint8Array;

export interface Slot {
  address: SlotAddress;
  /** 32 bytes. */
  secret: Uint8Array;
}

/**
 * Why a secret was overwritten: what it protected was erased, or its data key has another slot since. Only an older backup
 * still names a replaced slot, and nothing of it was erased.
 */
export type SlotMark = 'destroyed' | 'replaced';

/** What has become of a slot. One that was altered counts as missing. */
export type SlotState = 'there' | SlotMark | 'missing';

/** What a slot has: its secret, or the mark that it was overwritten with. */
export type SlotContent = Uint8Array | SlotMark;

/** Lengths of addresses: of slots in files of a folder, and of slots in a bucket. */
export const FILE_ADDRESS_BYTES = 10;
export const OBJECT_ADDRESS_BYTES = 11;
export const SECRET_BYTES = 32;

export type Destroyed = Settled<SlotAddress>;

/** Small secrets outside the database. Each can be destroyed on its own, by overwriting it. */
export interface KeySlots {
  /** The length of the addresses of new slots. */
  readonly addressBytes: number;
  /** Whether slots of another kind are on their way here. */
  readonly isMoving?: boolean;
  /** Allocates an unused slot with a new secret. @throws {KeyStoreAway} */
  allocate(): Slot | Promise<Slot>;
  /**
   * What a slot has.
   * @throws {MissingKeySlot}
   * @throws {KeyStoreAway} in a bucket, if `load` has not read it before.
   */
  read(address: SlotAddress): SlotContent;
  /** Reads a slot in a bucket; absent if `read` is enough. @throws like `read`. */
  load?(address: SlotAddress): Promise<SlotContent>;
  /** What has become of these slots, as their store says now. @throws {KeyStoreAway} */
  statesOf(addresses: readonly SlotAddress[]): Promise<SlotState[]>;
  /**
   * Overwrites slots with a mark, and returns after their store has confirmed it.
   * @returns which were overwritten, and why others were not: `MissingKeySlot`, or `KeyStoreAway`. Those keep no others from it, but a
   * store that is away leaves some untried. Calling it again is right.
   * @throws {KeyStoreAway} if the store is known to be away: none was tried.
   */
  destroy(addresses: readonly SlotAddress[], mark: SlotMark): Destroyed | Promise<Destroyed>;
  /** Asks the store whether it is there. @throws {KeyStoreAway} */
  check(): Promise<void>;
  close(): void | Promise<void>;
}

/** A slot is missing: another directory or bucket is in use, or it was lost. */
export class MissingKeySlot extends Error {
  override name = 'MissingKeySlot';
  readonly code = 'key_slot_missing';
}

/** The bucket of data keys did not do what was asked for. A retry may succeed. */
export class KeyStoreAway extends StoreAway {
  override name = 'KeyStoreAway';

  constructor(code: string, options?: ErrorOptions) {
    super(code, `The bucket of data keys did not answer as it should (${code}).`, options);
  }
}

/** A sealed record beside the slots, out of reach of the database: the head of the audit log. */
export interface HeadRecord {
  /** `null`: there is none yet. @throws {KeyStoreAway} */
  read(): Promise<Uint8Array | null>;
  /** @throws {KeyStoreAway} */
  write(sealed: Uint8Array): Promise<void>;
}
