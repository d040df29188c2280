import type { Kysely, Selectable } from 'kysely';
import { isId } from '../../contract/ids.ts';
import type { Mode } from '../../contract/mode.ts';
import { defaultScopes, type Scope } from '../../contract/scopes.ts';
import { ApiError } from '../ApiError.ts';
import type { ApiKeysTable } from '../db/keyTables.ts';
import type { Database } from '../db/schema.ts';
import { apiKeys } from '../db/store/apiKeys.ts';
import type { Deps } from '../deps.ts';
import { requireScope } from '../http/authenticate.ts';
import { cursor } from '../http/cursor.ts';
import type { Caller } from '../http/env.ts';
import type { Handlers } from '../http/handler.ts';
import { createApiKey, viewApiKey } from '../keys/apiKeys.ts';

export const keyRoutes = {
  listKeys: async ({ deps, tx, caller, query: { cursor: from, limit } }) => {
    const before = from === undefined ? null : cursor.read('key', from);
    const rows = await apiKeys.list(tx, caller.mode, limit + 1, before);
    return { body: cursor.page(rows, limit, (row) => viewApiKey(row, deps.clock())) };
  },

  createKey: {
    prepare: async ({ deps, caller, body }) => {
      const scopes = body.scopes ?? defaultScopes.filter((scope) => hasScope(caller, scope));
      for (const scope of scopes) requireScope(caller, scope);
      const expiresAt = body.expiresAt === undefined ? null : new Date(body.expiresAt);
      if (expiresAt && expiresAt <= deps.clock()) throw new ApiError('validation_failed', IN_THE_PAST);
      return async (tx) => {
        const latest = await endOfCaller(deps, tx, caller);
        const end = expiresAt ?? latest;
        if (isLater(end, latest)) throw new ApiError('validation_failed', TOO_LATE);
        const settings = { mode: caller.mode, name: body.name ?? null, scopes, expiresAt: end };
        return { caseId: null, body: await createApiKey(deps, tx, settings) };
      };
    },
    // Without `scopes`, the same request creates a key as strong as its caller, so the stored key may be stronger than
    // the present caller.
    beforeReplay: (caller, { scopes }) => {
      for (const scope of scopes) requireScope(caller, scope as Scope);
    },
  },

  rollKey: {
    prepare: async ({ deps, caller, params, body }) => {
      const previous = await find(deps.db, caller.mode, params['id']!);
      // The caller who rolls a key receives its secret, and so needs all its scopes.
      for (const scope of previous.scopes) requireScope(caller, scope);
      return async (tx) => {
        const now = deps.clock();
        const latest = await endOfCaller(deps, tx, caller);
        const before = await find(tx, caller.mode, previous.id);
        if (before.revoked_at) throw new ApiError('validation_failed', REVOKED);
        if (before.expires_at && before.expires_at <= now) throw new ApiError('validation_failed', EXPIRED);
        if (isLater(before.expires_at, latest)) throw new ApiError('validation_failed', LIVES_LONGER);
        const expiresAt = new Date(now.getTime() + (body.graceSeconds ?? 0) * 1000);
        await apiKeys.end(tx, before.id, { now, expiresAt });
        const { mode, name, scopes, expires_at } = before;
        // The new key expires no later than the old one.
        const settings = { mode, name, scopes, expiresAt: expires_at };
        return { caseId: null, body: await createApiKey(deps, tx, settings) };
      };
    },
  },

  revokeKey: async ({ deps, tx, caller, params }) => {
    const { id } = await find(tx, caller.mode, params['id']!);
    const now = deps.clock();
    await apiKeys.end(tx, id, { now, expiresAt: now });
    return {};
  },
} satisfies Partial<Handlers>;

async function find(tx: Kysely<Database>, mode: Mode, id: string): Promise<Selectable<ApiKeysTable>> {
  const row = isId('key', id) ? await apiKeys.find(tx, mode, id) : undefined;
  if (!row) throw new ApiError('resource_not_found');
  return row;
}

/**
 * When the calling key ends, read and locked in the transaction: it may have been rolled or revoked since the request
 * began.
 * @throws {ApiError} `key_revoked`, `key_expired`.
 */
async function endOfCaller({ clock }: Deps, tx: Kysely<Database>, caller: Caller): Promise<Date | null> {
  const row = await apiKeys.lock(tx, caller.mode, caller.keyId);
  if (!row || row.revoked_at) throw new ApiError('key_revoked');
  if (row.expires_at && row.expires_at <= clock()) throw new ApiError('key_expired');
  return row.expires_at;
}

/** Whether a key would outlive the one that makes it; `null` is without end. */
function isLater(end: Date | null, latest: Date | null): boolean {
  return latest !== null && (end === null || end > latest);
}

function hasScope(caller: Caller, scope: Scope): boolean {
  return caller.kind === 'secret' && caller.scopes.includes(scope);
}

const IN_THE_PAST = {
  errors: [
    {
      pointer: '#/expiresAt',
      code: 'expiry_out_of_range',
      detail: 'The time has passed. Give one in the future.',
    },
  ],
};
const TOO_LATE = {
  errors: [
    {
      pointer: '#/expiresAt',
      code: 'expiry_out_of_range',
      detail:
        'The key would outlive the calling key. Choose an earlier time, or call with a key that ends later.',
    },
  ],
};
const LIVES_LONGER = {
  detail: 'The key ends later than the calling key, so it cannot be rolled. Call with a key that ends later.',
};
const EXPIRED = { detail: 'The key has expired and cannot be rolled. Create a new one.' };
const REVOKED = { detail: 'The key is revoked and cannot be rolled. Create a new one.' };
