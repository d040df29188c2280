import { isId } from '../../contract/ids.ts';
import { ApiError } from '../apiError.ts';
import { amlWatches } from '../db/store/amlWatches.ts';
import { cursor } from '../http/cursor.ts';
import type { Handlers } from '../http/handler.ts';
import { createWatch } from '../screenings/watches/createWatch.ts';
import { viewWatch } from '../screenings/watches/viewWatch.ts';

/** How long an answer waits for lists that are being loaded. */
const PATIENCE_MS = 5000;

export const watchRoutes = {
  createWatch: {
    prepare: async ({ deps, caller: { mode }, body }) => {
      await deps.lists.loaded(PATIENCE_MS);
      return async (tx) => {
        const watch = await createWatch(deps, tx, mode, body);
        const headers = { Location: `${deps.baseUrl}/aml/watch/${watch.id}` };
        return { caseId: null, body: viewWatch(watch), headers };
      };
    },
  },

  listWatches: async ({ tx, caller: { mode }, query: { cursor: from, limit, ...filter } }) => {
    const before = from === undefined ? null : cursor.read('watch', from);
    const rows = await amlWatches.list(tx, mode, { ...filter, limit: limit + 1 }, before);
    return { body: cursor.page(rows, limit, viewWatch) };
  },

  retrieveWatch: async ({ tx, caller: { mode }, params }) => {
    const id = params['id']!;
    const row = isId('watch', id) ? await amlWatches.find(tx, mode, id) : undefined;
    if (!row) throw new ApiError('resource_not_found');
    return { body: viewWatch(row) };
  },

  deleteWatch: async ({ tx, params }) => {
    await amlWatches.delete(tx, params['id']!);
    return {};
  },
} satisfies Partial<Handlers>;
