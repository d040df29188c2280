import { sizeLimits } from '../../contract/limits.ts';
import { lockCase } from '../cases/caseRow.ts';
import { createSessionKey } from '../cases/createSessionKey.ts';
import { sessionKeys } from '../db/store/sessionKeys.ts';
import { endOf } from '../http/authenticate.ts';
import type { Handlers } from '../http/handler.ts';

export const sessionKeyRoutes = {
  createSessionKey: async ({ deps, tx, caller, params, body }) => {
    const row = await lockCase(tx, caller.mode, params['id']!);
    await sessionKeys.revokeOlder(tx, row.id, deps.clock(), {
      browser: null,
      keep: sizeLimits.sessionKeysPerCase - 1,
    });
    const limits = { allowedOrigins: body.allowedOrigins, until: endOf(caller) };
    return { caseId: row.id, body: await createSessionKey(deps, tx, row, limits) };
  },

  revokeSessionKeys: async ({ deps, tx, caller, params }) => {
    const row = await lockCase(tx, caller.mode, params['id']!);
    await sessionKeys.revokeAll(tx, row.id, deps.clock());
    return {};
  },
} satisfies Partial<Handlers>;
