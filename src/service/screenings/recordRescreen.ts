import type { Kysely } from 'kysely';
import type { Mode } from '../../contract/mode.ts';
import type { Database } from '../db/schema.ts';
import { amlRescreens } from '../db/store/amlScreenings.ts';
import type { HitChanges } from './compareHits.ts';
import type { Screened } from './foundHit.ts';
import type { ScreeningContext } from './screeningContext.ts';

/** Records a repeated screening, with or without changes: `subject` is the id of the case or of the watch. */
export async function recordRescreen(
  { clock }: ScreeningContext,
  tx: Kysely<Database>,
  {
    subject,
    mode,
    version,
    status,
    changes,
  }: { subject: string; mode: Mode; version: string; status: Screened['status']; changes: HitChanges },
): Promise<void> {
  await amlRescreens.insert(tx, {
    subject,
    mode,
    at: clock(),
    dataset: version,
    status,
    new_hits: changes.added.length,
    changed_hits: changes.changed.length,
    ended_hits: changes.ended.length,
  });
}
