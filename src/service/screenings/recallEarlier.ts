import type { EarlierResolution, HitReasonCode, HitResolution } from '../../contract/hit.ts';
import { changedFields } from './changedFields.ts';
import type { FoundHit } from './foundHit.ts';
import { type SaidOfHit, saidOf } from './saidOf.ts';

/** A resolution, and what lists said when it was made. */
export interface EarlierSaying {
  said: SaidOfHit;
  resolution: HitResolution;
  reasonCode: HitReasonCode | null;
  note: string | null;
  resolvedAt: string;
  resolvedBy: string;
}

/**
 * What was said of a hit whose entry is not what it was. Where entries that were all resolved alike were merged into one or
 * got another id, and nothing else changed, the resolution holds; otherwise the hit is open, with what was said before.
 * @param present every entry that resembles the person now: one that is still there was not merged into another, which is a
 *   namesake's
 */
export function recallEarlier(
  hit: FoundHit,
  sayings: readonly EarlierSaying[],
  present: ReadonlySet<string>,
): FoundHit {
  const now = saidOf(hit);
  const about = newestOfEach(sayings.filter(({ said }) => isAbout(said, now, present)));
  const [newest] = about;
  if (!newest) return hit;
  const isOtherId = about.length > 1 || newest.said.ids.join() !== now.ids.join();
  const isAgreed = about.every(({ resolution }) => resolution === newest.resolution);
  const said = about.map((saying) => saying.said);
  const known = new Set(said.flatMap(({ ids }) => ids));
  if (isOtherId && isAgreed && now.ids.length <= known.size && changedFields(said, now).length === 0) {
    const { said: _, ...resolution } = newest;
    return { ...hit, ...resolution };
  }
  return { ...hit, earlier: about.map((saying) => earlierOf(saying, now)) };
}

/** Newest first, one for each set of entries. */
function newestOfEach(sayings: EarlierSaying[]): EarlierSaying[] {
  const sorted = sayings.sort((a, b) => b.resolvedAt.localeCompare(a.resolvedAt));
  const seen = new Set<string>();
  return sorted.filter(({ said }) => !seen.has(said.ids.join()) && seen.add(said.ids.join()));
}

/**
 * They share an entry; or the entry is gone, told more than a name, and all of that is part of what is said now: it was
 * merged into this one.
 */
function isAbout({ ids, entity }: SaidOfHit, now: SaidOfHit, present: ReadonlySet<string>): boolean {
  if (ids.some((id) => now.ids.includes(id))) return true;
  const isTold = entity.birthDates.length + entity.identifiers.length > 0;
  if (!isTold || ids.some((id) => present.has(id))) return false;
  const names = new Set([now.entity.name, ...now.entity.aliases]);
  const dates = new Set(now.entity.birthDates);
  return (
    entity.kind === now.entity.kind &&
    [entity.name, ...entity.aliases].every((name) => names.has(name)) &&
    entity.birthDates.every((date) => dates.has(date))
  );
}

function earlierOf(
  { said, resolution, reasonCode, note, resolvedAt }: EarlierSaying,
  now: SaidOfHit,
): EarlierResolution {
  const changed = changedFields([said], now);
  const sources = said.ids.join() === now.ids.join() ? [] : ['sources'];
  return { resolution, reasonCode, note, at: resolvedAt, changed: [...changed, ...sources] };
}
