import type { Selectable } from 'kysely';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { HandoffReach } from '../../contract/handoff.ts';
import { parseKey } from '../../contract/keys.ts';
import type { Scope } from '../../contract/scopes.ts';
import { ApiError } from '../ApiError.ts';
import { sha256 } from '../crypto/sha256.ts';
import type { ApiKeysTable, SessionKeysTable } from '../db/keyTables.ts';
import { apiKeys } from '../db/store/apiKeys.ts';
import { caseIds } from '../db/store/caseIds.ts';
import { sessionKeys } from '../db/store/sessionKeys.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from './env.ts';

/** How long a node may cache an API key. A revocation takes effect on every node within a second. */
const CACHE_MS = 500;
const MAX_CACHED = 1000;

/**
 * Builds the check of the `Authorization` header: returns the caller, or throws the refusal.
 * Keys are looked up by their SHA-256, so the time of a look-up reveals nothing about other keys.
 * @returns a function of the header and of a check that runs before the look-up: with the case of a session key, or
 *   with an empty text for a key that this node has not verified yet; errors of the check are passed on.
 */
export function authenticator(
  deps: Deps,
): (header: string | undefined, beforeLookUp: (caseId: string) => void) => Promise<Caller> {
  const knownKeys = new KnownKeys(deps.config.bootstrapKeys.map((key) => sha256(key)));
  // An ended session key never becomes valid again: no look-up is needed.
  const endedKeys = new KnownKeys([]);
  const cache = new Map<string, { row: Selectable<ApiKeysTable>; until: number }>();

  const findApiKey = async (hash: string) => {
    const cached = cache.get(hash);
    if (cached && cached.until > performance.now()) return cached.row;
    const requestedAt = performance.now();
    const row = await apiKeys.findByHash(deps.db, hash);
    if (cache.size >= MAX_CACHED) cache.clear();
    if (row) cache.set(hash, { row, until: requestedAt + CACHE_MS });
    return row;
  };

  // The case of a key never changes; the validity of the key does.
  const findSessionKey = async (hash: string) => {
    const caseId = knownKeys.noteOf(hash) || (await caseIds.find(deps.db, hash));
    return caseId ? await sessionKeys.find(deps.db, caseId, hash) : undefined;
  };

  return async (header, beforeLookUp) => {
    const key = bearer(header);
    const isPage = key.startsWith('idvs_');
    const hash = sha256(key);
    if (!knownKeys.has(hash) && !parseKey(key))
      throw new ApiError(isPage ? 'session_key_invalid' : 'key_invalid');
    if (endedKeys.has(hash)) throw new ApiError(endedKeys.noteOf(hash) as EndedCode);
    if (isPage || !knownKeys.has(hash)) beforeLookUp(knownKeys.noteOf(hash));
    const now = deps.clock();
    const caller = isPage
      ? sessionCaller(await findSessionKey(hash), now)
      : secretCaller(await findApiKey(hash), now);
    if (typeof caller === 'string') {
      endedKeys.add(hash, caller);
      throw new ApiError(caller);
    }
    knownKeys.add(hash, caller.kind === 'session' ? caller.caseId : '');
    return caller;
  };
}

function bearer(header: string | undefined): string {
  if (!header) throw new ApiError('auth_missing', { detail: 'Send Authorization: Bearer <key>.' });
  const match = /^Bearer +([\x21-\x7e]+)$/i.exec(header);
  if (!match) throw new ApiError('auth_malformed', { detail: 'Send Authorization: Bearer <key>.' });
  return match[1]!;
}

function secretCaller(row: Selectable<ApiKeysTable> | undefined, now: Date): Caller {
  if (!row) throw new ApiError('key_invalid');
  if (row.revoked_at) throw new ApiError('key_revoked');
  if (row.expires_at && row.expires_at <= now) throw new ApiError('key_expired');
  const { id: keyId, mode, scopes, expires_at: expiresAt } = row;
  return { kind: 'secret', keyId, mode, scopes, expiresAt };
}

type EndedCode = 'session_key_revoked' | 'session_key_expired';

/** @returns the reason why the key has permanently ended. */
function sessionCaller(row: Selectable<SessionKeysTable> | undefined, now: Date): Caller | EndedCode {
  if (!row) throw new ApiError('session_key_invalid');
  if (row.revoked_at) return 'session_key_revoked';
  if (row.expires_at <= now) return 'session_key_expired';
  return {
    kind: 'session',
    keyId: row.id,
    mode: row.mode,
    caseId: row.case_id,
    allowedOrigins: row.allowed_origins,
    phoneStep: row.reach === 'selfie' ? (row.step ?? 'selfie') : null,
    browser: row.browser,
  };
}

const MAX_KNOWN_KEYS = 10_000;

/** A cache by the hash of a key; the least recently used entries go first. */
class KnownKeys {
  /** Two halves; the older one is dropped as a whole. Exact ordering costs more than a repeated look-up. */
  #newer: Map<string, string>;
  #older = new Map<string, string>();

  constructor(hashes: readonly string[]) {
    this.#newer = new Map(hashes.map((hash) => [hash, '']));
  }

  has(hash: string): boolean {
    return this.#newer.has(hash) || this.#older.has(hash);
  }

  /** Empty if there is no note, or the key is unknown. */
  noteOf(hash: string): string {
    return this.#newer.get(hash) ?? this.#older.get(hash) ?? '';
  }

  add(hash: string, note: string): void {
    if (this.#newer.has(hash)) return;
    if (this.#newer.size >= MAX_KNOWN_KEYS / 2) [this.#newer, this.#older] = [new Map(), this.#newer];
    this.#newer.set(hash, note);
  }
}

/**
 * Checks whether a caller may use an endpoint. `id` is the one in the path.
 * @throws {ApiError} 403 for a missing scope or outside the reach of a session key; 404 for an endpoint of test mode in
 * live mode.
 */
export function permit(endpoint: Endpoint, caller: Caller, id: string | undefined): void {
  if (caller.kind === 'session') {
    if (!endpoint.session)
      throw new ApiError('session_scope_exceeded', {
        detail: 'Session keys have no access to this endpoint. Call it from your back end, with an API key.',
      });
    if (endpoint.resource === 'case') requireOwnCase(caller, id);
    const { phoneStep } = caller;
    if (phoneStep && endpoint.phone !== true && endpoint.phone !== phoneStep)
      throw new ApiError('session_scope_exceeded', {
        detail: `The key of a phone gives access to ${STEP_NAMES[phoneStep]} only. Continue on the computer.`,
      });
    return;
  }
  requireScope(caller, endpoint.scope);
  if (endpoint.testOnly && caller.mode !== 'test') throw new ApiError('route_not_found');
}

/** @throws {ApiError} `session_scope_exceeded` for the session key of another case. */
export function requireOwnCase(caller: Caller, caseId: string | undefined): void {
  if (caller.kind === 'session' && caller.caseId !== caseId)
    throw new ApiError('session_scope_exceeded', {
      detail: 'A session key gives access to its own case only. Use a key of this case.',
    });
}

const STEP_NAMES = { selfie: 'the document and the selfie', credential: 'the credential' } as const;

/** @throws {ApiError} 403 `scope_missing`. Session keys have no scopes; their endpoints are limited by their reach. */
export function requireScope(caller: Caller, scope: Scope): void {
  if (caller.kind === 'session' || caller.scopes.includes(scope)) return;
  throw new ApiError('scope_missing', { detail: `The key lacks the scope ${scope}. Use a key that has it.` });
}

/** When an API key ends; `null` for one without end, and for a page, which makes no keys. */
export function endOf(caller: Caller): Date | null {
  return caller.kind === 'secret' ? caller.expiresAt : null;
}

/** The browser of a caller; `null` for the customer's page and back end. */
export function browserOf(caller: Caller): string | null {
  return caller.kind === 'session' ? caller.browser : null;
}

/** The step that a caller takes over for a computer, as the phone of a hand-off; `null` for other callers. */
export function phoneStepOf(caller: Caller): HandoffReach | null {
  return caller.kind === 'session' ? caller.phoneStep : null;
}
