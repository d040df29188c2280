import type { Kysely } from 'kysely';
import { isId } from '../../contract/ids.ts';
import type { Mode } from '../../contract/mode.ts';
import { ApiError } from '../ApiError.ts';
import type { Database } from '../db/schema.ts';
import { amlBatches } from '../db/store/amlBatches.ts';
import type { Handlers } from '../http/handler.ts';
import { prefers } from '../http/respond.ts';
import { createBatch, readRows } from '../screenings/batches/createBatch.ts';
import { resultsOf, viewBatch } from '../screenings/batches/viewBatch.ts';
import { eraseScreened } from '../screenings/eraseScreened.ts';

export const batchRoutes = {
  createBatch: {
    prepare: async ({ deps, caller, files, body }) => {
      const read = await readRows(files['file']![0]!.bytes, body);
      return async (tx) => {
        const batch = await createBatch(deps, tx, caller, { ...read, watch: body.watch });
        const headers = { Location: `${deps.baseUrl}/aml/batches/${batch.id}` };
        return { caseId: batch.id, body: viewBatch(batch), headers };
      };
    },
  },

  retrieveBatch: async ({ tx, caller: { mode }, params }) => ({
    body: viewBatch(await findBatch(tx, mode, params['id']!)),
  }),

  eraseBatch: async ({ deps, tx, caller, requestId, params }) => {
    const batch = await amlBatches.lock(tx, params['id']!);
    if (!batch) throw new ApiError('resource_not_found');
    await eraseScreened.batch(deps, tx, batch, { caller, requestId });
    return {};
  },

  retrieveBatchResults: async ({ deps, tx, caller: { mode }, params, query, header }) => {
    const batch = await findBatch(tx, mode, params['id']!);
    if (batch.status !== 'completed') throw new ApiError('batch_not_completed');
    const preferred = prefers(header('Accept'), 'text/csv') ? 'csv' : batch.format;
    const format = query.format ?? preferred;
    const headers = {
      'Content-Type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl',
      'Content-Disposition': `attachment; filename="${batch.id}.${format}"`,
    };
    return { body: resultsOf(deps, batch, { format, only: query.only }), headers };
  },
} satisfies Partial<Handlers>;

async function findBatch(tx: Kysely<Database>, mode: Mode, id: string) {
  const batch = isId('batch', id) ? await amlBatches.find(tx, mode, id) : undefined;
  if (!batch) throw new ApiError('resource_not_found');
  return batch;
}
