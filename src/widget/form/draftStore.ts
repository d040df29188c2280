import type { DetailsDraft } from '../step/detailsDraft.ts';
import { draftItem } from './hasDraft.ts';

let queue: Promise<unknown> = Promise.resolve();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Milliseconds without a change after which a draft is deleted. */
const LIFETIME_MS = 30 * 60_000;
/** Milliseconds after which the time of a key is written again. */
const REWRITTEN_AFTER_MS = 60_000;
const DATABASE = 'idv-verify';
const STORE = 'keys';

interface StoredKey {
  key: CryptoKey;
  /** Time of the last write, in milliseconds since 1970: at most a minute before that of the draft. */
  at: number;
}

/**
 * Preserves a draft across reloads of the page: encrypted in the tab's storage, with a key that the browser holds and
 * no script can read. Neither part is useful alone. Both are deleted at the end, or after half an hour. In a browser
 * that supports neither, a reload loses the draft; no error is thrown.
 */
export const draftStore = {
  async save(caseId: string, draft: DetailsDraft): Promise<void> {
    clearTimeout(timer);
    timer = setTimeout(() => void draftStore.forget(), LIFETIME_MS);
    await quietly(async () => {
      const id = itemOf(caseId)?.id ?? crypto.randomUUID();
      const stored = await keyOf(id);
      const key = stored?.key ?? (await newKey());
      // A write waits for the disk: a page that is left between two of them would lose what was typed.
      if (!stored || Date.now() - stored.at > REWRITTEN_AFTER_MS) await write(id, { key, at: Date.now() });
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const text = new TextEncoder().encode(JSON.stringify(draft));
      const sealed = await crypto.subtle.encrypt(aes(iv, caseId), key, text);
      sessionStorage.setItem(
        draftItem,
        JSON.stringify({ caseId, id, iv: base64(iv), sealed: base64(new Uint8Array(sealed)) }),
      );
    });
  },

  /** The draft of a case; `null` if there is none or it has expired. */
  async load(caseId: string): Promise<DetailsDraft | null> {
    return quietly(async () => {
      const item = itemOf(caseId);
      if (!item) return null;
      const stored = await keyOf(item.id);
      if (!stored || Date.now() - stored.at > LIFETIME_MS) {
        await destroy();
        return null;
      }
      const text = await crypto.subtle.decrypt(aes(bytes(item.iv), caseId), stored.key, bytes(item.sealed));
      return JSON.parse(new TextDecoder().decode(text)) as DetailsDraft;
    });
  },

  /** Destroys the draft and its key, and expired keys of closed tabs. */
  async forget(): Promise<void> {
    await quietly(destroy);
  },
};

interface Item {
  caseId: string;
  id: string;
  iv: string;
  sealed: string;
}

function itemOf(caseId: string): Item | null {
  const item = JSON.parse(sessionStorage.getItem(draftItem) ?? 'null') as Item | null;
  return item?.caseId === caseId ? item : null;
}

/** Runs one operation after the other, because the last write must win. Errors give `null`. */
function quietly<Result>(work: () => Promise<Result>): Promise<Result | null> {
  const result = queue.then(work).catch(() => null);
  queue = result;
  return result;
}

async function destroy(): Promise<void> {
  clearTimeout(timer);
  const { id } = JSON.parse(sessionStorage.getItem(draftItem) ?? '{}') as { id?: string };
  sessionStorage.removeItem(draftItem);
  const store = await keys('readwrite');
  if (id) store.delete(id);
  const old = store.openCursor();
  old.onsuccess = () => {
    const cursor = old.result;
    if (!cursor) return;
    if (Date.now() - (cursor.value as StoredKey).at > LIFETIME_MS) cursor.delete();
    cursor.continue();
  };
  await completed(store.transaction);
}

function newKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

function aes(iv: Uint8Array<ArrayBuffer>, caseId: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(caseId) };
}

async function keyOf(id: string): Promise<StoredKey | undefined> {
  return answer((await keys('readonly')).get(id)) as Promise<StoredKey | undefined>;
}

async function write(id: string, stored: StoredKey): Promise<void> {
  const store = await keys('readwrite');
  store.put(stored, id);
  await completed(store.transaction);
}

async function keys(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await answer(opening);
  const transaction = database.transaction(STORE, mode);
  // An open connection would block the upgrade to a later version.
  transaction.addEventListener('complete', () => database.close());
  return transaction.objectStore(STORE);
}

function answer<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

function base64(data: Uint8Array): string {
  return btoa(String.fromCharCode(...data));
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
}
