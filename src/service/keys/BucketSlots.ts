import { randomBytes } from 'node:crypto';
import {
  type Destroyed,
  type KeySlots,
  KeyStoreAway,
  MissingKeySlot,
  OBJECT_ADDRESS_BYTES,
  SECRET_BYTES,
  type Slot,
  type SlotAddress,
  type SlotContent,
  type SlotMark,
  type SlotState,
} from '../crypto/keySlots.ts';
import { eachAtOnce } from '../objects/eachAtOnce.ts';
import type { Bucket } from '../objects/openBucket.ts';
import { settleEach } from '../objects/settleEach.ts';
import { NO_ROOM } from '../objects/TransferSlots.ts';

/** Objects of one batch: one list shows them all. */
const BATCH = 1000;
const BATCH_NAME_BYTES = 9;
/** Slots made ahead, so that an allocation does not wait for the bucket: at first, and where many are allocated at once. */
const FIRST_READY = 16;
const MAX_READY = 512;
/** Slots made, or destroyed, at once. */
const AT_ONCE = 16;
/** Attempts at a slot, each at another one. */
const ATTEMPTS = 3;
/** What a store says quickly, and does not say again: an idle connection that it closed, too many requests. */
const PASSING = new Set(['ECONNRESET', 'EPIPE', 'SlowDown', 'ServiceUnavailable', 'InternalError']);
/** Maximum number of secrets in memory, as many as unwrapped data keys. */
const MAX_SECRETS = 1000;
/** How often a bucket that was away is asked whether it is back. Until then nothing waits for it. */
const PROBE_MS = 1000;

/** The last part of the name of the object that marks a bucket as a database's. */
export const STORE_MARK = 'store.id';

/** The sizes in bytes of overwritten slots: a list shows them too. */
const MARK_BYTES: Readonly<Record<SlotMark, number>> = { destroyed: 0, replaced: 1 };

/** Somebody turned versions on since the start. */
const KEEPS_VERSIONS = 'BucketKeepsVersions';
/** A slot that was to be overwritten still shows something else. */
const NOT_OVERWRITTEN = 'NotOverwritten';
/** Of a bucket that answers, or was not asked: its slots can be read. */
const NOT_AWAY = new Set([KEEPS_VERSIONS, NOT_OVERWRITTEN, ...NO_ROOM]);

type Operation = 'put' | 'get' | 'delete' | 'list';

interface Needs {
  bucket: Bucket;
  /** What precedes the names of this database's objects. */
  root: string;
  observe(operation: Operation, result: 'done' | 'failed', seconds: number): void;
}

interface Waiting {
  resolve(slot: Slot): void;
  reject(error: unknown): void;
}

/**
 * Slots in a bucket without versions: an object of 32 bytes for each, which is empty once the slot is destroyed, and one
 * byte long once it is replaced. A missing one is never taken for a destroyed one. A secret is sent in one request: without
 * its answer the address is given up, so that no second request for a slot in use is on its way and arrives after the slot was
 * overwritten. An address is the name of a batch of objects, 9 bytes, then the number of the object in it, 2 bytes big-endian.
 */
export class BucketSlots implements KeySlots {
  readonly addressBytes = OBJECT_ADDRESS_BYTES;
  readonly #needs: Needs;
  readonly #secrets = secretCache();
  #batch = { name: randomBytes(BATCH_NAME_BYTES), next: 0 };
  /** Made and not allocated. */
  #ready: Slot[] = [];
  #waiting: Waiting[] = [];
  #making = 0;
  #target = FIRST_READY;
  #away: KeyStoreAway | null = null;
  #probe: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  allocate(): Slot | Promise<Slot> {
    if (this.#isClosed) throw new KeyStoreAway('Closed');
    const slot = this.#ready.shift();
    if (!slot) this.#target = Math.min(MAX_READY, 2 * this.#target);
    const answer = slot ?? new Promise<Slot>((resolve, reject) => this.#waiting.push({ resolve, reject }));
    this.#makeAhead();
    return answer;
  }

  read(address: SlotAddress): SlotContent {
    const secret = this.#secrets.get(address);
    if (!secret) throw this.#away ?? new KeyStoreAway('NotRead');
    return secret;
  }

  async load(address: SlotAddress): Promise<SlotContent> {
    const known = this.#secrets.get(address);
    if (known) return known;
    const content = await this.#get(address);
    if (typeof content !== 'string') this.#secrets.add(address, content);
    return content;
  }

  async statesOf(addresses: readonly SlotAddress[]): Promise<SlotState[]> {
    const { root } = this.#needs;
    const sizes = new Map<string, number | null>();
    for (const batch of new Set(addresses.filter(isOfBucket).map(batchOf))) {
      const listed = await this.#run('list', (bucket) => bucket.list(`${root}/${batch}/`, ''));
      for (const { name, size } of listed) sizes.set(name, size);
    }
    const states = addresses.map((address) =>
      isOfBucket(address) ? stateBy(sizes.get(this.#nameOf(address))) : 'missing',
    );
    // What is destroyed is erased for good by those who ask: the object itself has to say so.
    const doubtful = states.flatMap((state, i) => (state === 'destroyed' ? [i] : []));
    await eachAtOnce(doubtful, AT_ONCE, async (i) => {
      states[i] = await this.#stateOf(addresses[i]!);
    });
    return states;
  }

  async destroy(addresses: readonly SlotAddress[], mark: SlotMark): Promise<Destroyed> {
    if (this.#away) throw this.#away;
    const settled = await settleEach(addresses, AT_ONCE, (address) => this.#destroyOne(address, mark));
    const error = settled.failed.at(-1)?.error;
    // One object that it refuses does not make the bucket away.
    if (settled.done.length === 0 && error instanceof KeyStoreAway) this.#noteAway(error);
    return settled;
  }

  async check(): Promise<void> {
    const { bucket, root } = this.#needs;
    const mark = await this.#observed('get', () => bucket.get(`${root}/${STORE_MARK}`));
    if (!mark) throw new KeyStoreAway('NoStoreMark');
    if ((await bucket.versions()) !== 'none') throw new KeyStoreAway(KEEPS_VERSIONS);
  }

  /** Deletes the slots that were made ahead, as far as the bucket lets. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#probe);
    for (const { reject } of this.#waiting.splice(0)) reject(new KeyStoreAway('Closed'));
    const unused = this.#ready.splice(0);
    const deletions = unused.map(({ address }) =>
      this.#run('delete', (bucket) => bucket.delete(this.#nameOf(address))),
    );
    await Promise.allSettled(deletions);
    this.#needs.bucket.close();
  }

  /** The answer of the bucket is not enough: what it shows afterwards has to be the mark. */
  async #destroyOne(address: SlotAddress, mark: SlotMark): Promise<void> {
    this.#secrets.delete(address);
    const name = this.#nameOf(address);
    const { isVersioned } = await this.#measured('put', (bucket) =>
      bucket.put(name, new Uint8Array(MARK_BYTES[mark])),
    );
    if (isVersioned) throw new KeyStoreAway(KEEPS_VERSIONS);
    const content = await this.#measured('get', (bucket) => this.#contentOf(bucket, name));
    if (content !== mark) throw new KeyStoreAway(NOT_OVERWRITTEN);
  }

  async #get(address: SlotAddress): Promise<SlotContent> {
    const name = this.#nameOf(address);
    return await this.#run('get', (bucket) => this.#contentOf(bucket, name));
  }

  async #contentOf(bucket: Bucket, name: string): Promise<SlotContent> {
    const bytes = await bucket.get(name).catch(refuseAltered(name));
    if (!bytes) throw missing(name);
    const state = stateBy(bytes.length);
    if (state === 'missing') throw altered(name);
    if (state !== 'there') return state;
    // A copy: a small `Buffer` would keep its whole pool alive.
    return Uint8Array.from(bytes);
  }

  async #stateOf(address: SlotAddress): Promise<SlotState> {
    try {
      const content = await this.#get(address);
      return typeof content === 'string' ? content : 'there';
    } catch (error) {
      if (error instanceof MissingKeySlot) return 'missing';
      throw error;
    }
  }

  #makeAhead(): void {
    if (this.#isClosed) return;
    const wanted = this.#target + this.#waiting.length - this.#ready.length;
    while (this.#making < Math.min(AT_ONCE, wanted)) {
      this.#making++;
      void this.#make();
    }
  }

  async #make(): Promise<void> {
    try {
      const slot = await this.#run('put', (bucket) => this.#store(bucket));
      this.#secrets.add(slot.address, slot.secret);
      this.#making--;
      const next = this.#waiting.shift();
      if (next) next.resolve(slot);
      else this.#ready.push(slot);
      this.#makeAhead();
    } catch (error) {
      this.#making--;
      // The next allocation tries again.
      for (const { reject } of this.#waiting.splice(0)) reject(error);
    }
  }

  /** Stores a new slot. Where the answer is missing or a refusal, it tries another one. */
  async #store(bucket: Bucket): Promise<Slot> {
    for (let attempt = 1; ; attempt++) {
      const slot = { address: this.#newAddress(), secret: Uint8Array.from(randomBytes(SECRET_BYTES)) };
      try {
        await bucket.put(this.#nameOf(slot.address), slot.secret, { isOnce: true });
        return slot;
      } catch (error) {
        const passes = error instanceof KeyStoreAway && PASSING.has(error.code);
        if (attempt === ATTEMPTS || !passes) throw error;
      }
    }
  }

  #newAddress(): SlotAddress {
    if (this.#batch.next === BATCH) this.#batch = { name: randomBytes(BATCH_NAME_BYTES), next: 0 };
    const address = new Uint8Array(OBJECT_ADDRESS_BYTES);
    address.set(this.#batch.name);
    new DataView(address.buffer).setUint16(BATCH_NAME_BYTES, this.#batch.next++);
    return address;
  }

  #nameOf(address: SlotAddress): string {
    if (!isOfBucket(address))
      throw new MissingKeySlot('A data key is still in a directory. Set KEYS_DIR to it, beside KEYS.');
    const number = Buffer.from(address).toString('hex', BATCH_NAME_BYTES);
    return `${this.#needs.root}/${batchOf(address)}/${number}`;
  }

  async #run<T>(operation: Operation, work: (bucket: Bucket) => Promise<T>): Promise<T> {
    if (this.#away) throw this.#away;
    return await this.#observed(operation, work);
  }

  async #observed<T>(operation: Operation, work: (bucket: Bucket) => Promise<T>): Promise<T> {
    try {
      return await this.#measured(operation, work);
    } catch (error) {
      if (error instanceof KeyStoreAway) this.#noteAway(error);
      throw error;
    }
  }

  async #measured<T>(operation: Operation, work: (bucket: Bucket) => Promise<T>): Promise<T> {
    const start = performance.now();
    let result: 'done' | 'failed' = 'failed';
    try {
      const answer = await work(this.#needs.bucket);
      result = 'done';
      this.#away = null;
      return answer;
    } finally {
      this.#needs.observe(operation, result, (performance.now() - start) / 1000);
    }
  }

  #noteAway(error: KeyStoreAway): void {
    if (!this.#away && NOT_AWAY.has(error.code)) return;
    this.#away = error;
    if (this.#isClosed) return;
    clearTimeout(this.#probe);
    // Each failure plans the next attempt.
    this.#probe = setTimeout(() => this.check().catch(() => undefined), PROBE_MS);
    this.#probe.unref();
  }
}

function batchOf(address: SlotAddress): string {
  return Buffer.from(address).toString('hex', 0, BATCH_NAME_BYTES);
}

function missing(name: string): MissingKeySlot {
  return new MissingKeySlot(`The object ${name} of KEYS is missing. Set KEYS to the bucket that has it.`);
}

function altered(name: string): MissingKeySlot {
  return new MissingKeySlot(`The object ${name} of KEYS was altered. Restore it from a copy of the bucket.`);
}

/** One object of another size says nothing about the bucket: the others stay in use. */
function refuseAltered(name: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof KeyStoreAway && error.code === 'ObjectTooLarge' ? altered(name) : error;
  };
}

/** @param size of the object of a slot in bytes, as a list shows it; `null`: it does not; `undefined`: there is none. */
function stateBy(size: number | null | undefined): SlotState {
  if (size === SECRET_BYTES) return 'there';
  return (['destroyed', 'replaced'] as const).find((mark) => MARK_BYTES[mark] === size) ?? 'missing';
}

function isOfBucket(address: SlotAddress): boolean {
  return address.length === OBJECT_ADDRESS_BYTES;
}

/** Secrets read or made recently, in two generations; the older one is dropped as a whole. */
function secretCache() {
  let [newer, older] = [new Map<string, Uint8Array>(), new Map<string, Uint8Array>()];
  const nameOf = (address: SlotAddress) => Buffer.from(address).toString('hex');
  return {
    get: (address: SlotAddress) => newer.get(nameOf(address)) ?? older.get(nameOf(address)),
    add: (address: SlotAddress, secret: Uint8Array) => {
      if (newer.size >= MAX_SECRETS / 2) [newer, older] = [new Map(), newer];
      newer.set(nameOf(address), secret);
    },
    delete: (address: SlotAddress) => {
      newer.delete(nameOf(address));
      older.delete(nameOf(address));
    },
  };
}
