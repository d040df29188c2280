import { writeAudit } from '../audit/writeAudit.ts';
import { amlThresholds } from '../db/store/amlThresholds.ts';
import { cursor } from '../http/cursor.ts';
import type { Handlers } from '../http/handler.ts';
import { putThresholds, viewThresholds } from '../screenings/thresholds.ts';

export const thresholdRoutes = {
  listThresholds: async ({ tx, caller: { mode }, query: { cursor: from, limit } }) => {
    const before = from === undefined ? null : Number(cursor.readId(/^[1-9]\d{0,8}$/, from));
    const rows = await amlThresholds.list(tx, mode, { before, limit: limit + 1 });
    const marked = rows.map((row) => ({ ...row, id: String(row.version) }));
    return { body: cursor.page(marked, limit, viewThresholds) };
  },

  putThresholds: async ({ deps, tx, caller, requestId, body }) => {
    const thresholds = await putThresholds(deps, tx, caller, body);
    const row = { id: '', mode: caller.mode, data_key: null };
    const action = `set screening thresholds, version ${thresholds.version}`;
    await writeAudit(deps, tx, { row, caller, requestId, action });
    return { body: thresholds };
  },
} satisfies Partial<Handlers>;
