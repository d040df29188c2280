import type { FoundHit } from './foundHit.ts';
import type { ListsInUse } from './screeningLists.ts';

/** Differences between the hits of two screenings of one person. */
export interface HitChanges {
  /** Hits on new entries and on changed ones, except those ruled out. */
  added: FoundHit[];
  changed: FoundHit[];
  /** Earlier hits that no list contains any more. */
  ended: FoundHit[];
  /** All current hits, and those that ended and were not ruled out: a list change closes no hit. */
  hits: FoundHit[];
}

interface Compared {
  before: readonly FoundHit[];
  now: readonly FoundHit[];
  /** Every entry that matches the person now, including those not shown. */
  found: ReadonlySet<string>;
  /** The entries that the lists have changed since `before`, if that is known. */
  delta: ListsInUse['delta'] | null;
  at: Date;
}

/**
 * Determines which hits are new, changed and ended. Two hits are the same if they share an entry, even after entries
 * were merged.
 */
export function compareHits({ before, now, found, delta, at }: Compared): HitChanges {
  const entries = new Set(before.flatMap(entriesOf));
  const contents = new Set(before.filter(({ endedAt }) => !endedAt).map(({ contentHash }) => contentHash));
  const fresh = now.filter(
    (hit) =>
      hit.resolution !== 'false_positive' &&
      (isReopened(hit, before, at) ||
        (!(contents.has(hit.contentHash) && isKnown(hit, entries)) &&
          (delta === null || entriesOf(hit).some((id) => delta.entities.has(id))))),
  );
  const absent = before.filter((hit) => !entriesOf(hit).some((id) => found.has(id)));
  const endedHits = absent
    .filter(({ resolution }) => resolution !== 'false_positive')
    .map((hit) => ({ ...hit, endedAt: hit.endedAt ?? at.toISOString() }));
  return {
    added: fresh.filter((hit) => !isKnown(hit, entries)),
    changed: fresh.filter((hit) => isKnown(hit, entries)),
    ended: absent.filter(({ endedAt }) => !endedAt),
    hits: [...now, ...endedHits],
  };
}

/** Whether a hit was ruled out and is open again because an exception has ended. */
function isReopened(hit: FoundHit, before: readonly FoundHit[], at: Date): boolean {
  return (
    hit.resolution === null &&
    before.some(
      ({ contentHash, holdsUntil }) =>
        contentHash === hit.contentHash && holdsUntil && Date.parse(holdsUntil) <= at.getTime(),
    )
  );
}

function isKnown(hit: FoundHit, entries: ReadonlySet<string>): boolean {
  return entriesOf(hit).some((id) => entries.has(id));
}

function entriesOf({ id, sources }: FoundHit): string[] {
  return [id, ...sources.map((source) => source.id)];
}

/** Counts of new, changed and ended hits, for events. */
export function countsOf({ added, changed, ended }: HitChanges) {
  return { newHits: added.length, changedHits: changed.length, endedHits: ended.length };
}
