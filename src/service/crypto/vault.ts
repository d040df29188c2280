import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import type { Purpose } from './purposes.ts';
import { random } from './random.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** How many data keys a vault remembers unwrapped, at most: to make one anew takes longer than all else done with it. */
const MAX_KEYS = 1000;

interface Unwrapped {
  wrapped: Uint8Array;
  key: KeyObject;
}

/** Seals and opens what is stored. Each case has a data key of its own; destroying it shreds the case. */
export interface Vault {
  /** A new data key for a case, wrapped by the root key: what the case's row keeps. */
  newDataKey(caseId: string): Uint8Array;
  /** Seals with the data key of a case. `purpose` tells apart what must not be swapped. */
  seal(owner: DataKeyOwner, purpose: Purpose, plain: Uint8Array | string): Uint8Array;
  /** @throws if the box was not sealed for this case and purpose, or was changed. */
  open(owner: DataKeyOwner, purpose: Purpose, box: Uint8Array): Buffer;
  /** Seals what belongs to no case, such as a webhook's secret. */
  sealShared(purpose: Purpose, plain: Uint8Array | string): Uint8Array;
  /** @throws if the box was not sealed for this purpose, or was changed. */
  openShared(purpose: Purpose, box: Uint8Array): Buffer;
  /** A keyed fingerprint (HMAC-SHA-256, hex): tells whether two texts are the same, and nothing to whoever lacks the key. */
  fingerprint(purpose: Purpose, text: string): string;
}

export interface DataKeyOwner {
  id: string;
  /** The wrapped data key; `null` once it was destroyed. */
  data_key: Uint8Array | null;
}

/**
 * AES-256-GCM (NIST SP 800-38D), a box is a random IV of 96 bits, the tag and the text. The keys that wrap data keys
 * and seal shared things are derived from the root key by HKDF-SHA-256 (RFC 5869).
 * @param rootKey 32 bytes.
 */
export function createVault(rootKey: Uint8Array): Vault {
  const wrapping = derive(rootKey, 'data keys');
  const shared = derive(rootKey, 'shared');
  const marking = derive(rootKey, 'fingerprints');
  // Two halves, the older of which goes as a whole: to look for the oldest one costs more than to make it anew.
  let [newer, older] = [new Map<string, Unwrapped>(), new Map<string, Unwrapped>()];
  const remember = (id: string, wrapped: Uint8Array, key: KeyObject) => {
    if (newer.size >= MAX_KEYS / 2) [newer, older] = [new Map(), newer];
    // A copy: a small `Buffer` keeps 64 kB alive, out of which it was cut together with others.
    newer.set(id, { wrapped: Uint8Array.from(wrapped), key });
    return key;
  };
  const unwrap = ({ id, data_key: wrapped }: DataKeyOwner) => {
    if (!wrapped) {
      newer.delete(id);
      older.delete(id);
      throw new Error(`The data key of ${id} was destroyed.`);
    }
    const kept = newer.get(id) ?? older.get(id);
    if (kept && Buffer.compare(kept.wrapped, wrapped) === 0) return kept.key;
    return remember(id, wrapped, createSecretKey(decrypt(wrapping, `${id} data key`, wrapped)));
  };
  return {
    newDataKey: (caseId) => {
      const key = random(32);
      const wrapped = encrypt(wrapping, `${caseId} data key`, key);
      remember(caseId, wrapped, createSecretKey(key));
      return wrapped;
    },
    seal: (owner, purpose, plain) => encrypt(unwrap(owner), `${owner.id} ${purpose}`, plain),
    open: (owner, purpose, box) => decrypt(unwrap(owner), `${owner.id} ${purpose}`, box),
    sealShared: (purpose, plain) => encrypt(shared, purpose, plain),
    openShared: (purpose, box) => decrypt(shared, purpose, box),
    fingerprint: (purpose, text) => createHmac('sha256', marking).update(`${purpose}\0${text}`).digest('hex'),
  };
}

function derive(rootKey: Uint8Array, info: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', rootKey, '', `idv-verify ${info}`, 32)));
}

function encrypt(key: KeyObject, context: string, plain: Uint8Array | string): Uint8Array {
  const iv = random(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const text = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  // A mode of counters leaves nothing over for the end.
  cipher.final();
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

function decrypt(key: KeyObject, context: string, box: Uint8Array): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(context)).setAuthTag(box.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const plain = decipher.update(box.subarray(IV_BYTES + TAG_BYTES));
  // Checks the tag: nothing that was read before may be used where it throws.
  decipher.final();
  return plain;
}
