import type { Kysely } from 'kysely';
import type { Mode } from '../../contract/mode.ts';
import type { Person } from '../aml/index.ts';
import type { Database } from '../db/schema.ts';
import { hitResolutions, type RememberedResolution } from '../db/store/hitResolutions.ts';
import type { Deps } from '../deps.ts';
import type { Screened } from './foundHit.ts';
import { hitKey } from './hitKey.ts';
import { statusOfHits } from './statusOfHits.ts';

/** Recalls what reviewers said before of the same person and the same entries. Only what is left counts. */
export async function recallResolutions(
  { vault }: Pick<Deps, 'vault'>,
  tx: Kysely<Database>,
  { mode, person }: { mode: Mode; person: Person },
  screened: Screened,
): Promise<Screened> {
  if (screened.hits.length === 0) return screened;
  const keys = screened.hits.map((hit) => hitKey(vault, mode, person, hit));
  const remembered = new Map((await hitResolutions.find(tx, keys)).map((row) => [row.key, row]));
  const hits = screened.hits.map((hit, i) => {
    const row = remembered.get(keys[i]!);
    return row ? { ...hit, resolution: row.resolution, note: noteOf(vault, row) } : hit;
  });
  return { ...screened, hits, status: statusOfHits(hits) };
}

/** A note goes with its case, or its time; what was said stays. */
function noteOf(vault: Deps['vault'], { key, case_id, data_key, note }: RememberedResolution): string | null {
  if (!note) return null;
  if (!case_id) return vault.openShared(`hit note ${key}`, note).toString();
  return data_key && vault.open({ id: case_id, data_key }, `hit note ${key}`, note).toString();
}
