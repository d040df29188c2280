import { isId } from '../../contract/ids.ts';
import { ApiError } from '../ApiError.ts';
import { writeAudit } from '../audit/writeAudit.ts';
import { customerFields } from '../crypto/customerFields.ts';
import { amlWatches } from '../db/store/amlWatches.ts';
import { cursor } from '../http/cursor.ts';
import type { Handlers } from '../http/handler.ts';
import { eraseScreened } from '../screenings/eraseScreened.ts';
import { createWatch } from '../screenings/watches/createWatch.ts';
import { viewWatch } from '../screenings/watches/viewWatch.ts';

/** How long a response waits for lists that are loading. */
const PATIENCE_MS = 5000;

export const watchRoutes = {
  createWatch: {
    prepare: async ({ deps, caller, body, requestId }) => {
      await deps.lists.loaded(PATIENCE_MS);
      return async (tx) => {
        const watch = await createWatch(deps, tx, caller, body);
        const row = { id: watch.id, mode: watch.mode, data_key: null };
        await writeAudit(deps, tx, { row, caller, requestId, action: 'watch' });
        const headers = { Location: `${deps.baseUrl}/aml/watch/${watch.id}` };
        return { caseId: watch.id, body: viewWatch(deps.vault, watch), headers };
      };
    },
  },

  listWatches: async ({ deps, tx, caller: { mode }, query }) => {
    const { cursor: from, limit, clientReferenceId, ...filter } = query;
    const before = from === undefined ? null : cursor.read('watch', from);
    const referenceMark = customerFields.markOf(deps.vault, clientReferenceId ?? null);
    const rows = await amlWatches.list(tx, mode, { ...filter, referenceMark, limit: limit + 1 }, before);
    return { body: cursor.page(rows, limit, (row) => viewWatch(deps.vault, row)) };
  },

  retrieveWatch: async ({ deps, tx, caller: { mode }, params }) => {
    const id = params['id']!;
    const row = isId('watch', id) ? await amlWatches.find(tx, mode, id) : undefined;
    if (!row) throw new ApiError('resource_not_found');
    return { body: viewWatch(deps.vault, row) };
  },

  deleteWatch: async ({ deps, tx, caller, requestId, params }) => {
    const watch = await amlWatches.lockById(tx, params['id']!);
    if (!watch) throw new ApiError('resource_not_found');
    await eraseScreened.watch(deps, tx, watch, { caller, requestId });
    return {};
  },
} satisfies Partial<Handlers>;
