import type { Kysely, Selectable } from 'kysely';
import { newId } from '../../contract/ids.ts';
import type { Mode } from '../../contract/mode.ts';
import type { CaseRow } from '../cases/changeCase.ts';
import type { AmlScreeningsTable, Database } from '../db/schema.ts';
import { amlScreenings } from '../db/store/amlScreenings.ts';
import type { Deps } from '../deps.ts';
import type { Screened } from './foundHit.ts';
import { type ScreeningInput, screeningBox } from './screeningBox.ts';

/** Keeps a screening: what it found, or that it is still to be made. */
export async function storeScreening(
  { clock, vault }: Deps,
  tx: Kysely<Database>,
  { mode, row, input }: { mode: Mode; row: CaseRow | null; input: ScreeningInput },
  screened: Screened | 'processing',
): Promise<Selectable<AmlScreeningsTable>> {
  const now = clock();
  const id = newId('aml', now.getTime());
  const box = screeningBox(vault, id, row);
  const isDone = screened !== 'processing';
  return await amlScreenings.insert(tx, {
    id,
    mode,
    case_id: row?.id ?? null,
    status: isDone ? screened.status : 'processing',
    sealed_input: box.seal('input', input),
    sealed_hits: isDone ? box.seal('hits', screened.hits) : null,
    dataset: isDone && screened.dataset ? JSON.stringify(screened.dataset) : null,
    created_at: now,
    completed_at: isDone ? now : null,
  });
}
