import type { Kysely } from 'kysely';
import type { Mode } from '../../contract/mode.ts';
import type { Subject } from '../../screening/screening.ts';
import { purposes } from '../crypto/purposes.ts';
import type { Database } from '../db/schema.ts';
import { hitResolutions, type RememberedResolution } from '../db/store/hitResolutions.ts';
import type { FoundHit, Screened } from './foundHit.ts';
import { hitKey, subjectKey } from './hitKey.ts';
import { isSpecific } from './isSpecific.ts';
import { type EarlierSaying, recallEarlier } from './recallEarlier.ts';
import type { ScreeningContext } from './ScreeningContext.ts';
import type { SaidOfHit } from './saidOf.ts';
import { statusOfHits } from './statusOfHits.ts';

type Vault = ScreeningContext['vault'];

/**
 * Recalls what reviewers said before of the same person and the same entries, also if these were merged since. A hit whose
 * entry a list has changed stays open, with what was said of it before. Only what is left counts.
 */
export async function recallResolutions(
  { vault }: Pick<ScreeningContext, 'vault'>,
  tx: Kysely<Database>,
  { mode, subject }: { mode: Mode; subject: Subject },
  screened: Screened,
): Promise<Screened> {
  if (screened.hits.length === 0 || !isSpecific(subject)) return screened;
  const keys = screened.hits.map((hit) => hitKey(vault, mode, subject, hit));
  const rows = await hitResolutions.find(tx, keys, subjectKey(vault, mode, subject));
  const remembered = new Map(rows.map((row) => [row.key, row]));
  const sayings = rows.flatMap((row) => sayingOf(vault, row) ?? []);
  const present = new Set(screened.hits.flatMap(({ id, sources }) => [id, ...sources.map((one) => one.id)]));
  const hits = screened.hits.map((hit, i): FoundHit => {
    const row = remembered.get(keys[i]!);
    return row ? { ...hit, ...resolutionOf(vault, row) } : recallEarlier(hit, sayings, present);
  });
  return { ...screened, hits, status: statusOfHits(hits) };
}

function resolutionOf(vault: Vault, row: RememberedResolution) {
  return {
    resolution: row.resolution,
    reasonCode: row.reason_code,
    note: noteOf(vault, row),
    resolvedAt: row.resolved_at.toISOString(),
    resolvedBy: row.key_id,
  };
}

/** What was said of which content; `null` for one from before the content was kept. */
function sayingOf(vault: Vault, row: RememberedResolution): EarlierSaying | null {
  if (!row.entity) return null;
  const said = JSON.parse(vault.openShared(purposes.hitEntity(row.key), row.entity).toString()) as SaidOfHit;
  return { said, ...resolutionOf(vault, row) };
}

/** A note goes with its case, or its time; what was said stays. */
function noteOf(vault: Vault, { key, case_id, data_key, note }: RememberedResolution): string | null {
  if (!note) return null;
  if (!case_id) return vault.openShared(purposes.hitNote(key), note).toString();
  return data_key && vault.open({ id: case_id, data_key }, purposes.hitNote(key), note).toString();
}
