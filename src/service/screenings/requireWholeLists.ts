import type { Kysely, Selectable } from 'kysely';
import {
  type AcceptedList,
  type Consents,
  type DatasetList,
  holdGone,
  holdList,
  noTotals,
  type ScreeningIndex,
} from '../../screening/screening.ts';
import type { Database } from '../db/schema.ts';
import type { AmlListsTable } from '../db/screeningTables.ts';
import { amlLists } from '../db/store/amlDatasets.ts';

/** A list, and the entries of the setting `AML_LISTS` that it came from. */
export interface SourcedList extends DatasetList {
  sources: readonly string[];
}

export interface ListLimits {
  /** The entries of the setting `AML_LISTS`. */
  configured: readonly string[];
  consents: Consents;
  /** The index that contains the lists. */
  index: ScreeningIndex;
}

/**
 * Refuses lists that lost more entries than allowed since their last accepted version, are older, or are missing,
 * unless an operator accepted that version. The result does not depend on which process noticed it, or when. Otherwise
 * stores their current content. A list that is no longer configured is dropped. The transaction must hold the lock of
 * the datasets.
 * @throws {ListError} `list_shrunk`, `list_older` or `list_missing`
 */
export async function requireWholeLists(
  tx: Kysely<Database>,
  lists: readonly SourcedList[],
  { configured, consents, index }: ListLimits,
  now: Date,
): Promise<void> {
  const rows = new Map((await amlLists.all(tx)).map((row) => [row.name, row]));
  for (const row of rows.values()) {
    if (lists.some(({ name }) => name === row.name)) continue;
    if (row.sources.split('\n').some((source) => configured.includes(source)))
      holdGone(row.name, acceptedOf(row), consents);
    await amlLists.delete(tx, row.name);
  }
  for (const list of lists) {
    const row = rows.get(list.name);
    const before = row ? acceptedOf(row) : null;
    const { version, publishedAt, accepted, ends } = holdList(list, before, consents, index);
    await amlLists.put(tx, {
      name: list.name,
      entities: list.entities,
      sources: list.sources.join('\n'),
      good_at: now,
      version,
      published_at: publishedAt,
      accepted: JSON.stringify(accepted),
      ends: JSON.stringify(ends),
    });
  }
}

/** For lists loaded by older versions, only the number of entities is known. */
function acceptedOf(row: Selectable<AmlListsTable>): AcceptedList {
  const { version, published_at, accepted, entities, ends } = row;
  return {
    version: version ?? '',
    publishedAt: published_at?.toISOString() ?? null,
    accepted: accepted ?? [{ ...noTotals, entities }],
    ends: ends ?? [],
  };
}
