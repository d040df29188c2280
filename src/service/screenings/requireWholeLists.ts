import type { Kysely, Selectable } from 'kysely';
import {
  type AcceptedList,
  type Consents,
  type DatasetList,
  type EachLoaded,
  holdGone,
  holdList,
  ListError,
  type RefusedList,
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
  /** Lists without any good version: not in the index, and still expected. */
  leftOut: readonly string[];
}

/** A list that was refused for its totals, and why. */
interface ListRefused {
  code: ListError['code'];
  why: string;
  list: string;
}

/** Lists that were refused for their totals; the others may be used without them. */
export class RefusedLists extends Error {
  override name = 'RefusedLists';
  readonly refusals: readonly ListRefused[];

  constructor(refusals: readonly ListRefused[]) {
    super(refusals.map(({ why }) => why).join('; '));
    this.refusals = refusals;
  }
}

/**
 * Refuses lists that lost more entries than allowed since their last accepted version, are older, or are missing,
 * unless an operator accepted that version. The result does not depend on which process noticed it, or when. Otherwise
 * stores their current content. A list that is no longer configured is dropped. The transaction must hold the lock of
 * the datasets.
 * @throws {RefusedLists} all of them
 */
export async function requireWholeLists(
  tx: Kysely<Database>,
  lists: readonly SourcedList[],
  { configured, consents, index, leftOut }: ListLimits,
  now: Date,
): Promise<void> {
  const refusals: ListRefused[] = [];
  const rows = new Map((await amlLists.all(tx)).map((row) => [row.name, row]));
  for (const row of rows.values()) {
    if (lists.some(({ name }) => name === row.name) || leftOut.includes(row.name)) continue;
    if (row.sources.split('\n').some((source) => configured.includes(source)))
      noting(refusals, row.name, () => holdGone(row.name, acceptedOf(row), consents));
    await amlLists.delete(tx, row.name);
  }
  for (const list of lists) {
    const row = rows.get(list.name);
    const before = row ? acceptedOf(row) : null;
    const held = noting(refusals, list.name, () => holdList(list, before, consents, index));
    if (!held) continue;
    const { version, publishedAt, accepted, ends } = held;
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
  // Undoes the transaction.
  if (refusals.length > 0) throw new RefusedLists(refusals);
}

function noting<T>(refusals: ListRefused[], list: string, hold: () => T): T | null {
  try {
    return hold();
  } catch (error) {
    if (!(error instanceof ListError)) throw error;
    refusals.push({ code: error.code, why: error.message, list });
    return null;
  }
}

function acceptedOf({ version, published_at, accepted, ends }: Selectable<AmlListsTable>): AcceptedList {
  return { version, publishedAt: published_at?.toISOString() ?? null, accepted, ends };
}

/** A refused list with its files in the load that it was refused in. */
export function refusedIn(
  { index, refusals }: Pick<EachLoaded, 'index' | 'refusals'>,
  { code, why, list }: ListRefused,
): RefusedList {
  const paths = index.dataset.lists.find(({ name }) => name === list)?.paths ?? [];
  const isKept = refusals.some((one) => one.isKept && one.lists.includes(list));
  return { code, why, list, paths, isKept };
}
