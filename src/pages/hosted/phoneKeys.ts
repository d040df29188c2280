import type { JoinHandoff } from '../../contract/handoff.ts';

// The key that binds this phone to a hand-off, or the note of its case if the browser cannot store a key.

/** Name of the item with the case of a phone that a cookie binds. The case is no proof; the cookie is. */
const NOTE = 'idv-phone';
/** Name under which a key is stored to test the key store. */
const TRIAL = 'trial';
/** Beginning of the names under which the case of a used secret or code is stored. */
const WAY = 'way ';
/** Maximum number of stored keys that are tried if the case is unknown. */
const MAX_TRIED = 3;

/** A non-extractable key; `null` if the browser cannot store one: then a cookie binds the phone. */
export async function newKey(): Promise<CryptoKeyPair | null> {
  try {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
    const pair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
    const isKept = await keys('readwrite', (store) => store.put(pair.privateKey, TRIAL));
    return isKept ? pair : null;
  } catch {
    // Private windows of some browsers have no database.
    return null;
  }
}

/** The public part of a key, as the service takes it. */
export async function publicKeyOf({ publicKey }: CryptoKeyPair): Promise<JoinHandoff['publicKey']> {
  const { x, y } = await crypto.subtle.exportKey('jwk', publicKey);
  return { kty: 'EC', crv: 'P-256', x: x!, y: y! };
}

/**
 * Keeps the key of a case, or a note of the case if there is none.
 * @param way the used secret or code, of which the hash is kept: whoever opens it again on this phone is not a stranger.
 */
export async function keepBinding(caseId: string, pair: CryptoKeyPair | null, way: string): Promise<void> {
  if (!pair) return note(caseId);
  await keys('readwrite', (store) => store.put(pair.privateKey, caseId));
  const name = await nameOf(way);
  await keys('readwrite', (store) => store.put(caseId, name));
}

/** The case that this phone has joined with this secret or code; `undefined` if it has not. */
export async function caseJoinedBy(way: string): Promise<string | undefined> {
  const name = await nameOf(way).catch(() => null);
  return name ? ((await keys('readonly', (store) => store.get(name))) as string | undefined) : undefined;
}

async function nameOf(way: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(way));
  return WAY + btoa(String.fromCharCode(...new Uint8Array(digest)));
}

/** The cases that this phone may still be bound to, oldest first. */
export async function boundCases(): Promise<string[]> {
  const known = ((await keys('readonly', (store) => store.getAllKeys())) ?? []) as string[];
  const noted = readNote();
  const ids = known.filter((id) => id !== TRIAL && !id.startsWith(WAY));
  return [...ids.slice(-MAX_TRIED), ...(noted ? [noted] : [])];
}

/** Forgets a case whose hand-off is gone. */
export async function forgetBinding(caseId: string): Promise<void> {
  await keys('readwrite', (store) => store.delete(caseId));
  for (const name of ((await keys('readonly', (store) => store.getAllKeys())) ?? []) as string[])
    if (name.startsWith(WAY) && (await keys('readonly', (store) => store.get(name))) === caseId)
      await keys('readwrite', (store) => store.delete(name));
  if (caseId === readNote()) note(null);
}

/** Proves that this phone has the key of a case; `undefined` without a key: then its cookie proves it. */
export async function proofFor(caseId: string): Promise<JoinHandoff['proof']> {
  const key = (await keys('readonly', (store) => store.get(caseId))) as CryptoKey | undefined;
  if (!key) return undefined;
  const time = Date.now();
  const signed = new TextEncoder().encode(`${caseId}.${time}`);
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, signed);
  const base64 = btoa(String.fromCharCode(...new Uint8Array(signature)));
  return { time, signature: base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') };
}

function readNote(): string | null {
  try {
    return localStorage.getItem(NOTE);
  } catch {
    // There is no storage.
    return null;
  }
}

/** @param caseId `null`: removes the note. */
function note(caseId: string | null): void {
  try {
    if (caseId) localStorage.setItem(NOTE, caseId);
    else localStorage.removeItem(NOTE);
  } catch {
    // There is no storage: a closed tab cannot be reopened.
  }
}

/** Runs one request on the key store. @returns `undefined` if the browser has none, or refuses it. */
async function keys<Found>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Found>,
): Promise<Found | undefined> {
  try {
    const opening = indexedDB.open('idv-phone', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('keys');
    const database = await done(opening);
    try {
      return await done(ask(database.transaction('keys', mode).objectStore('keys')));
    } finally {
      database.close();
    }
  } catch {
    // The phone is then known by its cookie alone.
    return undefined;
  }
}

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
