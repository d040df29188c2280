import type { Kysely, Selectable } from 'kysely';
import { newId } from '../../contract/ids.ts';
import type { Mode } from '../../contract/mode.ts';
import type { CaseRow } from '../cases/CaseRow.ts';
import type { Database } from '../db/schema.ts';
import type { AmlScreeningsTable } from '../db/screeningTables.ts';
import { amlScreenings } from '../db/store/amlScreenings.ts';
import type { Screened } from './foundHit.ts';
import type { ScreeningContext } from './ScreeningContext.ts';
import { type ScreeningInput, screeningCipher } from './screeningCipher.ts';

/** Keeps a screening: what it found, or that it is still to be made. */
export async function storeScreening(
  { clock, vault }: ScreeningContext,
  tx: Kysely<Database>,
  { mode, row, watchId, input }: { mode: Mode; row: CaseRow | null; watchId?: string; input: ScreeningInput },
  screened: Screened | 'processing',
): Promise<Selectable<AmlScreeningsTable>> {
  const now = clock();
  const id = newId('aml', now.getTime());
  const box = screeningCipher(vault, id, row);
  const isDone = screened !== 'processing';
  return await amlScreenings.insert(tx, {
    id,
    mode,
    case_id: row?.id ?? '',
    watch_id: watchId ?? null,
    status: isDone ? screened.status : 'processing',
    sealed_input: box.seal('input', input),
    sealed_hits: isDone ? box.seal('hits', screened.hits) : null,
    dataset: isDone && screened.dataset ? JSON.stringify(screened.dataset) : null,
    created_at: now,
    completed_at: isDone ? now : null,
  });
}
