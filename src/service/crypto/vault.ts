import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { eachAtOnce } from '../objects/eachAtOnce.ts';
import {
  FILE_ADDRESS_BYTES,
  type KeySlots,
  OBJECT_ADDRESS_BYTES,
  type SlotAddress,
  type SlotContent,
  type SlotState,
} from './keySlots.ts';
import type { Purpose } from './purposes.ts';
import { random } from './random.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Length of a wrapped data key: the generation of the root key in one byte, then the sealed key. */
const BARE_KEY_BYTES = 1 + IV_BYTES + TAG_BYTES + 32;
/** With a slot, its address stands behind the generation. */
const ADDRESSES: readonly number[] = [FILE_ADDRESS_BYTES, OBJECT_ADDRESS_BYTES];
const ROOT_BYTES = 32;

/**
 * Maximum number of unwrapped data keys in the cache. Creating a key object takes longer than every operation on it.
 */
const MAX_KEYS = 1000;
/** Slots read at once for one caller: it leaves room for others. */
const AT_ONCE = 16;

interface Unwrapped {
  wrapped: Uint8Array;
  key: KeyObject;
}

/**
 * Seals and opens stored values. Each case, watch, batch and screening without a case has its own data key. Its row
 * stores the key wrapped by both the root key and the secret of a slot: once the slot is destroyed, no copy of the row
 * can be opened.
 */
export interface Vault {
  /** A new data key, wrapped for storage in the owner's row. */
  newDataKey(ownerId: string): Promise<Uint8Array>;
  /** The same data key, wrapped by the newest root key and a new slot. */
  rewrap(owner: DataKeyOwner): Promise<Uint8Array>;
  /** Whether a data key is wrapped by the newest root key, and in a slot where new ones are, if there are slots. */
  isCurrent(dataKey: Uint8Array): boolean;
  /** What has become of the slots of data keys, as their store says now. A data key without a slot has no entry. */
  slotStates(dataKeys: readonly Uint8Array[]): Promise<Map<Uint8Array, SlotState>>;
  /** Whether data keys have to be prepared before their use: their slots are in a bucket. */
  readonly preparesKeys: boolean;
  /**
   * Reads the slots of data keys for as long as these arrays live. It never fails: a slot that cannot be read is refused
   * where its data key is used.
   */
  prepare(dataKeys: readonly Uint8Array[]): Promise<void>;
  /** Forgets an unwrapped data key. */
  forget(ownerId: string): void;
  /** The owner of a data key that this vault unwrapped recently. */
  remembered(ownerId: string): DataKeyOwner | undefined;
  /** Seals with the data key of a case. `purpose` separates values that must not be interchanged. */
  seal(owner: DataKeyOwner, purpose: Purpose, plain: Uint8Array | string): Uint8Array;
  /** @throws if the box was not sealed for this case and purpose, or was changed. */
  open(owner: DataKeyOwner, purpose: Purpose, box: Uint8Array): Buffer;
  /** Seals a value that belongs to no case, such as a webhook's secret. */
  sealShared(purpose: Purpose, plain: Uint8Array | string): Uint8Array;
  /** @throws if the box was not sealed for this purpose, or was changed. */
  openShared(purpose: Purpose, box: Uint8Array): Buffer;
  /** A keyed fingerprint (HMAC-SHA-256, hex): equal for equal texts; reveals nothing without the key. */
  fingerprint(purpose: Purpose, text: string): string;
  /** The same for detecting changes: it uses the newest root key, so that an earlier one cannot forge it. */
  mac(purpose: Purpose, text: string): string;
}

export interface DataKeyOwner {
  id: string;
  /** The wrapped data key; `null` once it was destroyed. */
  data_key: Uint8Array | null;
}

/** A data key whose slot was destroyed: its row was read before that, or comes from a backup. */
export class DataKeyDestroyed extends Error {
  override name = 'DataKeyDestroyed';
  readonly code: string = 'data_key_destroyed';
}

/** A data key that has another slot since: its row was read before that, or comes from an older backup. */
export class ReplacedKeySlot extends DataKeyDestroyed {
  override name = 'ReplacedKeySlot';
  override readonly code = 'key_slot_replaced';

  constructor(ownerId: string) {
    super(`The data key of ${ownerId} has another slot since: its row is from an older backup.`);
  }
}

/**
 * The address of a data key's slot; destroying the slot destroys the data key. `null` for a key without a slot.
 */
export function slotOf(dataKey: Uint8Array): SlotAddress | null {
  const length = dataKey.length - BARE_KEY_BYTES;
  return ADDRESSES.includes(length) ? dataKey.slice(1, 1 + length) : null;
}

/**
 * AES-256-GCM (NIST SP 800-38D): a sealed value is a random IV of 96 bits, the tag and the text. The keys that wrap
 * data keys and seal shared values are derived from the root key by HKDF-SHA-256 (RFC 5869).
 * @param rootKeys 32 bytes for each generation, the newest last: it seals; earlier ones open older values.
 * @param slots for data keys; without them a data key is wrapped by the root key only, and any copy of its row can be
 * opened.
 */
export function createVault(rootKeys: Uint8Array, slots: KeySlots | null = null): Vault {
  const roots = generationsOf(rootKeys);
  const newest = roots.length - 1;
  const wrappings = roots.map((root) => derive(root, 'data keys'));
  const shared = roots.map((root) => derive(root, 'shared')).reverse();
  // Stored fingerprints are searched for, so they always use the first root key.
  const [marking, macs] = [derive(roots[0]!, 'fingerprints'), derive(roots[newest]!, 'fingerprints')];
  const cache = keyCache();
  const reader = slotReader(slots);
  const unwrap = ({ id, data_key: wrapped }: DataKeyOwner) => {
    if (!wrapped) {
      cache.delete(id);
      throw new Error(`The data key of ${id} was destroyed.`);
    }
    const cached = cache.get(id);
    if (cached && Buffer.compare(cached.wrapped, wrapped) === 0) return cached.key;
    return cache.add(id, wrapped, createSecretKey(unwrapped(id, wrapped)));
  };
  const unwrapped = (id: string, dataKey: Uint8Array) => {
    const [address, wrapping] = [slotOf(dataKey), wrappings[dataKey[0]!]];
    if (!wrapping) throw new Error(`The data key of ${id} belongs to a later root key. Restart the service.`);
    if (!address) return decrypt(wrapping, `${id} data key`, dataKey.subarray(1));
    const combined = combinedKey(wrapping, reader.secretOf(id, dataKey, address));
    return decrypt(combined, `${id} data key`, dataKey.subarray(1 + address.length));
  };
  const wrap = async (id: string, key: Uint8Array) => {
    const wrapping = wrappings[newest]!;
    const generation = Uint8Array.of(newest);
    if (!slots) return Buffer.concat([generation, encrypt(wrapping, `${id} data key`, key)]);
    const { address, secret } = await slots.allocate();
    const sealed = encrypt(combinedKey(wrapping, secret), `${id} data key`, key);
    return Buffer.concat([generation, address, sealed]);
  };
  return {
    newDataKey: async (id) => {
      const key = random(32);
      const wrapped = await wrap(id, key);
      cache.add(id, wrapped, createSecretKey(key));
      return wrapped;
    },
    rewrap: async (owner) => await wrap(owner.id, unwrap(owner).export()),
    isCurrent: (key) => key[0] === newest && key.length === BARE_KEY_BYTES + (slots?.addressBytes ?? 0),
    slotStates: reader.statesOf,
    preparesKeys: slots?.load !== undefined,
    prepare: reader.prepare,
    forget: cache.delete,
    remembered: (id) => {
      const cached = cache.get(id);
      return cached && { id, data_key: cached.wrapped };
    },
    seal: (owner, purpose, plain) => encrypt(unwrap(owner), `${owner.id} ${purpose}`, plain),
    open: (owner, purpose, sealed) => decrypt(unwrap(owner), `${owner.id} ${purpose}`, sealed),
    sealShared: (purpose, plain) => encrypt(shared[0]!, purpose, plain),
    openShared: (purpose, sealed) => decryptByAny(shared, purpose, sealed),
    fingerprint: (purpose, text) => hmac(marking, purpose, text),
    mac: (purpose, text) => hmac(macs, purpose, text),
  };
}

/**
 * Recently used data keys, in two generations; the older one is dropped as a whole. Finding the least recent entry would cost
 * more than unwrapping it again.
 */
function keyCache() {
  let [newer, older] = [new Map<string, Unwrapped>(), new Map<string, Unwrapped>()];
  return {
    get: (id: string) => newer.get(id) ?? older.get(id),
    add: (id: string, wrapped: Uint8Array, key: KeyObject) => {
      if (newer.size >= MAX_KEYS / 2) [newer, older] = [new Map(), newer];
      // A copy: a small `Buffer` would keep its whole 64 kB pool alive.
      newer.set(id, { wrapped: Uint8Array.from(wrapped), key });
      return key;
    },
    delete: (id: string) => {
      newer.delete(id);
      older.delete(id);
    },
  };
}

/** Reads the slots of data keys. Those in a bucket are read ahead, and known by the array of the data key. */
function slotReader(slots: KeySlots | null) {
  const read = new WeakMap<Uint8Array, { content: SlotContent } | { error: unknown }>();
  const prepareOne = async (dataKey: Uint8Array) => {
    const address = slotOf(dataKey);
    const known = read.get(dataKey);
    if (!slots?.load || !address || (known && 'content' in known)) return;
    const outcome = await slots.load(address).then(
      (content) => ({ content }),
      (error: unknown) => ({ error }),
    );
    read.set(dataKey, outcome);
  };
  return {
    prepare: async (dataKeys: readonly Uint8Array[]) => {
      await eachAtOnce(dataKeys, AT_ONCE, prepareOne);
    },
    /** @throws {DataKeyDestroyed} or what reading it ahead threw. */
    secretOf: (id: string, dataKey: Uint8Array, address: SlotAddress): Uint8Array => {
      const known = read.get(dataKey);
      if (known && 'error' in known) throw known.error;
      const content = known ? known.content : slotsOf(slots).read(address);
      if (content === 'destroyed') throw new DataKeyDestroyed(`The data key of ${id} was destroyed.`);
      if (content === 'replaced') throw new ReplacedKeySlot(id);
      return content;
    },
    statesOf: async (dataKeys: readonly Uint8Array[]): Promise<Map<Uint8Array, SlotState>> => {
      const slotted = dataKeys.filter((dataKey) => slotOf(dataKey) !== null);
      if (slotted.length === 0) return new Map();
      const states = await slotsOf(slots).statesOf(slotted.map((dataKey) => slotOf(dataKey)!));
      return new Map(slotted.map((dataKey, i) => [dataKey, states[i]!]));
    },
  };
}

function generationsOf(rootKeys: Uint8Array): Uint8Array[] {
  const count = Math.max(1, Math.floor(rootKeys.length / ROOT_BYTES));
  return Array.from({ length: count }, (_, i) => rootKeys.subarray(i * ROOT_BYTES, (i + 1) * ROOT_BYTES));
}

function hmac(key: KeyObject, purpose: Purpose, text: string): string {
  return createHmac('sha256', key).update(`${purpose}\0${text}`).digest('hex');
}

function slotsOf(slots: KeySlots | null): KeySlots {
  if (!slots) throw new Error('A data key needs the place of its slots.');
  return slots;
}

/** The key that wraps one data key, derived from the root key and the secret of its slot. */
function combinedKey(wrapping: KeyObject, secret: Uint8Array): KeyObject {
  return createSecretKey(createHmac('sha256', wrapping).update(secret).digest());
}

function derive(rootKey: Uint8Array, info: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', rootKey, '', `idv-verify ${info}`, 32)));
}

function encrypt(key: KeyObject, context: string, plain: Uint8Array | string): Uint8Array {
  const iv = random(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const text = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  // GCM is a counter mode: `final` returns no further bytes.
  cipher.final();
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

function decrypt(key: KeyObject, context: string, sealed: Uint8Array): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const plain = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES));
  // Checks the tag. If it throws, the text decrypted before must not be used.
  decipher.final();
  return plain;
}

/** @throws the error of the first key, if no key opens the box. */
function decryptByAny(keys: readonly KeyObject[], context: string, sealed: Uint8Array): Buffer {
  const [newest, ...older] = keys;
  try {
    return decrypt(newest!, context, sealed);
  } catch (error) {
    if (older.length === 0) throw error;
    return decryptByAny(older, context, sealed);
  }
}
