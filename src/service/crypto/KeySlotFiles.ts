import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from '../../screening/makeDirectory.ts';
import {
  type Destroyed,
  FILE_ADDRESS_BYTES,
  type KeySlots,
  MissingKeySlot,
  SECRET_BYTES,
  type Slot,
  type SlotAddress,
  type SlotContent,
  type SlotMark,
  type SlotState,
} from './keySlots.ts';

/**
 * Slots of one file, 128 kB. A file is written completely and flushed before its first slot is allocated, so that each
 * allocation needs no disk access.
 */
const SLOTS = 4096;
/** Maximum number of files kept open for reading. */
const MAX_OPEN = 64;
const NAME = '.keys';

/**
 * Slots in files of a directory shared by all processes on one database. Each file is written by the process that
 * created it, and a slot is used once. Hence no coordination is needed, and an older copy of the directory lacks only
 * the newer slots. An address is 8 bytes that identify a file, then the slot's number in it, 2 bytes big-endian.
 */
export class KeySlotFiles implements KeySlots {
  readonly addressBytes = FILE_ADDRESS_BYTES;
  readonly #directory: string;
  readonly #open = new Map<string, number>();
  #own: { name: Buffer; secrets: Buffer; next: number } | null = null;

  constructor(directory: string) {
    this.#directory = directory;
  }

  allocate(): Slot {
    if (!this.#own || this.#own.next === SLOTS) this.#own = this.#makeFile();
    const { name, secrets, next } = this.#own;
    this.#own.next += 1;
    const address = new Uint8Array(FILE_ADDRESS_BYTES);
    address.set(name);
    new DataView(address.buffer).setUint16(8, next);
    const secret = Uint8Array.from(secrets.subarray(next * SECRET_BYTES, (next + 1) * SECRET_BYTES));
    secrets.fill(0, next * SECRET_BYTES, (next + 1) * SECRET_BYTES);
    return { address, secret };
  }

  read(address: SlotAddress): SlotContent {
    const { name, position } = placeOf(address);
    const secret = new Uint8Array(SECRET_BYTES);
    const bytes = readSync(this.#reading(name), secret, 0, SECRET_BYTES, position);
    if (bytes < SECRET_BYTES)
      throw new MissingKeySlot(`The key file ${name} is truncated. Restore KEYS_DIR from its copy.`);
    return markIn(secret) ?? secret;
  }

  destroy(addresses: readonly SlotAddress[], mark: SlotMark): Destroyed {
    const missing = addresses.filter((address) => !isOfFile(address));
    const files = new Map<string, SlotAddress[]>();
    for (const address of addresses.filter(isOfFile)) {
      const { name } = placeOf(address);
      const slots = files.get(name) ?? [];
      slots.push(address);
      files.set(name, slots);
    }
    for (const [name, slots] of files) {
      const path = join(this.#directory, name);
      if (!existsSync(path)) {
        missing.push(...slots);
        continue;
      }
      const file = openSync(path, 'r+');
      try {
        for (const slot of slots) writeSync(file, MARKS[mark], 0, SECRET_BYTES, placeOf(slot).position);
        fdatasyncSync(file);
      } finally {
        closeSync(file);
      }
    }
    const left = new Set(missing);
    return {
      done: addresses.filter((address) => !left.has(address)),
      failed: missing.map((item) => ({ item, error: new MissingKeySlot('The slot is not in KEYS_DIR.') })),
    };
  }

  async statesOf(addresses: readonly SlotAddress[]): Promise<SlotState[]> {
    return addresses.map((address) => this.#stateOf(address));
  }

  async check(): Promise<void> {}

  close(): void {
    for (const file of this.#open.values()) closeSync(file);
    this.#open.clear();
    this.#own?.secrets.fill(0);
    this.#own = null;
  }

  #stateOf(address: SlotAddress): SlotState {
    try {
      const content = this.read(address);
      return typeof content === 'string' ? content : 'there';
    } catch (error) {
      if (error instanceof MissingKeySlot) return 'missing';
      throw error;
    }
  }

  #makeFile() {
    makeDirectory(this.#directory);
    const [name, secrets] = [randomBytes(8), randomBytes(SLOTS * SECRET_BYTES)];
    const path = join(this.#directory, name.toString('hex') + NAME);
    writeFileSync(path, secrets, { flag: 'wx', mode: 0o600, flush: true });
    syncDirectory(this.#directory);
    return { name, secrets, next: 0 };
  }

  #reading(name: string): number {
    const open = this.#open.get(name);
    if (open !== undefined) return open;
    const path = join(this.#directory, name);
    if (!existsSync(path))
      throw new MissingKeySlot(
        `The key file ${name} is missing in KEYS_DIR. Restore KEYS_DIR from its copy.`,
      );
    if (this.#open.size >= MAX_OPEN) {
      const [oldest, file] = this.#open.entries().next().value!;
      this.#open.delete(oldest);
      closeSync(file);
    }
    const file = openSync(path, 'r');
    this.#open.set(name, file);
    return file;
  }
}

/** What a slot is overwritten with: no secret is either of them. */
const MARKS: Readonly<Record<SlotMark, Uint8Array>> = {
  destroyed: new Uint8Array(SECRET_BYTES),
  replaced: new Uint8Array(SECRET_BYTES).fill(0xff),
};

function markIn(bytes: Uint8Array): SlotMark | undefined {
  return (['destroyed', 'replaced'] as const).find((mark) => Buffer.compare(bytes, MARKS[mark]) === 0);
}

function isOfFile(address: SlotAddress): boolean {
  return address.length === FILE_ADDRESS_BYTES;
}

function placeOf(address: SlotAddress): { name: string; position: number } {
  if (!isOfFile(address)) throw new MissingKeySlot('A data key is in a bucket. Set KEYS to it.');
  const bytes = Buffer.from(address);
  return { name: bytes.toString('hex', 0, 8) + NAME, position: bytes.readUInt16BE(8) * SECRET_BYTES };
}

/** A new file name is durable once its directory is flushed. Windows cannot flush a directory. */
function syncDirectory(path: string): void {
  if (process.platform === 'win32') return;
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
