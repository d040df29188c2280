import type { Kysely } from 'kysely';
import { type DatasetList, ListError } from '../../screening/screening.ts';
import type { Database } from '../db/schema.ts';
import { amlLists } from '../db/store/amlDatasets.ts';

/** A list that loses more than half of its entities at once is more likely broken than shorter. */
const MIN_SHARE = 0.5;
/** Of shorter lists half may well go. */
const FEW = 20;

/** A list, and the entries of the setting `AML_LISTS` that it came from. */
export interface SourcedList extends DatasetList {
  sources: readonly string[];
}

export interface ListLimits {
  /** The entries of the setting `AML_LISTS`. */
  configured: readonly string[];
  /** Codes of lists that may be shorter than they should. */
  accepted: readonly string[];
}

/**
 * Refuses lists that lost most of their entities since they were last good, or all of them, whichever process saw that and
 * however long ago; else remembers how many they have now. A list whose source is not configured any more is forgotten.
 * The transaction holds the lock of the datasets.
 * @throws {ListError} `list_shrunk` or `list_missing`
 */
export async function requireWholeLists(
  tx: Kysely<Database>,
  lists: readonly SourcedList[],
  { configured, accepted }: ListLimits,
  now: Date,
): Promise<void> {
  const byName = new Map(lists.map((list) => [list.name, list]));
  for (const { name, entities, sources } of await amlLists.all(tx)) {
    const list = byName.get(name);
    const isConfigured = sources.split('\n').some((source) => configured.includes(source));
    if (!list && isConfigured && entities > FEW && !accepted.includes(name))
      throw new ListError('list_missing', `The list ${name} is gone, after ${entities} entities`);
    if (!list) await amlLists.delete(tx, name);
    else if (entities > FEW && list.entities < entities * MIN_SHARE && !accepted.includes(name))
      throw new ListError(
        'list_shrunk',
        `The list ${name} names ${list.entities} entities, after ${entities}`,
      );
  }
  for (const { name, entities, sources } of lists)
    await amlLists.put(tx, { name, entities, sources: sources.join('\n'), good_at: now });
}
