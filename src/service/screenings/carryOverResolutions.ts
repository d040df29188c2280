import type { Kysely } from 'kysely';
import type {
  EarlierResolution,
  HitReasonCode,
  HitResolution,
  OtherCustomersResolution,
} from '../../contract/hit.ts';
import type { Mode } from '../../contract/mode.ts';
import type { Subject } from '../../screening/screening.ts';
import { purposes } from '../crypto/purposes.ts';
import type { Database } from '../db/schema.ts';
import { hitResolutions, type RememberedResolution } from '../db/store/hitResolutions.ts';
import { type FoundHit, type HitSnapshot, hitSnapshot, type Screened } from './foundHit.ts';
import { hasDistinguishingFacts, hitKey, personKey, subjectKey } from './hitKey.ts';
import type { ScreeningContext } from './screeningContext.ts';
import { statusOf } from './statusOf.ts';

type Vault = ScreeningContext['vault'];

/**
 * Carries over reviewers' resolutions for the same customer and the same entries, including entries merged since. A hit
 * whose entry has changed stays open and shows its prior resolutions. Only resolutions that have not ended count. What was
 * decided for other customers with the same details is shown, and decides nothing.
 */
export async function carryOverResolutions(
  { vault, clock }: Pick<ScreeningContext, 'vault' | 'clock'>,
  tx: Kysely<Database>,
  { mode, customer, subject }: { mode: Mode; customer: string | null; subject: Subject },
  screened: Screened,
): Promise<Screened> {
  if (screened.hits.length === 0) return screened;
  const stored = await hitResolutions.findByPerson(tx, personKey(vault, mode, subject));
  const rows = stored.filter(({ holds_until }) => holds_until === null || holds_until > clock());
  const screenee = customer === null ? null : { mode, customer, subject };
  const ownKey = screenee && subjectKey(vault, screenee);
  const own = rows.filter((row) => row.subject === ownKey);
  const remembered = new Map(own.map((row) => [row.key, row]));
  const priors = own.map((row) => priorResolutionOf(vault, row));
  const others = hasDistinguishingFacts(subject) ? rows.filter((row) => row.subject !== ownKey) : [];
  const present = new Set(screened.hits.flatMap(({ id, sources }) => [id, ...sources.map((one) => one.id)]));
  const hits = screened.hits.map((found): FoundHit => {
    const hit = { ...found, otherCustomers: resolutionsForOthers(vault, others, found) };
    const row = screenee && remembered.get(hitKey(vault, screenee, hit));
    return row ? { ...hit, ...resolutionOf(vault, row) } : carryOverResolution(hit, priors, present);
  });
  return { ...screened, hits, status: statusOf({ ...screened, hits }) };
}

/** What was decided on the same entry for other customers, the newest first. */
function resolutionsForOthers(
  vault: Vault,
  rows: readonly RememberedResolution[],
  hit: FoundHit,
): OtherCustomersResolution[] {
  const { ids } = hitSnapshot(hit);
  return rows
    .map((row) => priorResolutionOf(vault, row))
    .filter(({ snapshot }) => snapshot.ids.some((id) => ids.includes(id)))
    .map(({ resolution, reasonCode, resolvedAt }) => ({ resolution, reasonCode, at: resolvedAt }))
    .sort((one, other) => other.at.localeCompare(one.at))
    .slice(0, MAX_OTHERS);
}

/** Decisions for other customers that a hit shows. */
const MAX_OTHERS = 5;

function resolutionOf(vault: Vault, row: RememberedResolution) {
  return {
    resolution: row.resolution,
    reasonCode: row.reason_code,
    note: noteOf(vault, row),
    resolvedAt: row.resolved_at.toISOString(),
    resolvedBy: row.key_id,
    holdsUntil: row.holds_until?.toISOString() ?? null,
  };
}

/** The prior resolution together with the content it was about. */
export function priorResolutionOf(vault: Vault, row: RememberedResolution): PriorResolution {
  const snapshot = JSON.parse(
    vault.openShared(purposes.hitEntity(row.key), row.entity).toString(),
  ) as HitSnapshot;
  return { snapshot, ...resolutionOf(vault, row) };
}

/** A note is erased with its case or after its retention; the resolution stays. */
function noteOf(vault: Vault, row: RememberedResolution): string | null {
  const { key, owner, note } = row;
  return note && owner && vault.open(owner, purposes.hitNote(key), note).toString();
}

/** A resolution, with the content of the entry at that time. */
export interface PriorResolution {
  snapshot: HitSnapshot;
  resolution: HitResolution;
  reasonCode: HitReasonCode;
  note: string | null;
  resolvedAt: string;
  resolvedBy: string;
  holdsUntil: string | null;
}

/**
 * The resolution of a hit whose entry changed. If entries with equal resolutions were only merged or got a new id, the
 * resolution is carried over; otherwise the hit is open and shows the prior resolutions.
 * @param present all entries that resemble the person now. An entry still present was not merged into another: the
 *   other one is a namesake's.
 */
export function carryOverResolution(
  hit: FoundHit,
  priors: readonly PriorResolution[],
  present: ReadonlySet<string>,
): FoundHit {
  const now = hitSnapshot(hit);
  const about = newestOfEach(priors.filter(({ snapshot }) => isAbout(snapshot, now, present)));
  const [newest] = about;
  if (!newest) return hit;
  const isOtherId = about.length > 1 || newest.snapshot.ids.join() !== now.ids.join();
  const isAgreed = about.every(({ resolution }) => resolution === newest.resolution);
  const snapshots = about.map((prior) => prior.snapshot);
  const earlierIds = new Set(snapshots.flatMap(({ ids }) => ids));
  if (
    isOtherId &&
    isAgreed &&
    now.ids.length <= earlierIds.size &&
    changedFields(snapshots, now).length === 0
  ) {
    const { snapshot: _, ...resolution } = newest;
    return { ...hit, ...resolution };
  }
  return { ...hit, earlier: about.map((prior) => earlierOf(prior, now)) };
}

/** Newest first, one for each set of entries. */
function newestOfEach(priors: PriorResolution[]): PriorResolution[] {
  const sorted = priors.sort((a, b) => b.resolvedAt.localeCompare(a.resolvedAt));
  const keys = new Set<string>();
  return sorted.filter(({ snapshot }) => !keys.has(snapshot.ids.join()) && keys.add(snapshot.ids.join()));
}

/**
 * Same subject if they share an entry, or if the old entry is gone, had more facts than a name, and all these facts are
 * in the current one: it was merged into it.
 */
function isAbout({ ids, entity }: HitSnapshot, now: HitSnapshot, present: ReadonlySet<string>): boolean {
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
  { snapshot, resolution, reasonCode, note, resolvedAt }: PriorResolution,
  now: HitSnapshot,
): EarlierResolution {
  const changed = changedFields([snapshot], now);
  const sources = snapshot.ids.join() === now.ids.join() ? [] : ['sources'];
  return { resolution, reasonCode, note, at: resolvedAt, changed: [...changed, ...sources] };
}

const LISTS = [
  'birthDates',
  'placesOfBirth',
  'countries',
  'nationalities',
  'residences',
  'identifiers',
  'programmes',
  'functions',
  'links',
] as const;
const TEXTS = ['kind', 'gender', 'listedOn', 'position', 'remarks'] as const;

/**
 * The fields in which an entity differs from earlier ones, all of these taken together: merged entries count as
 * unchanged if nothing was added and nothing left out.
 */
function changedFields(before: readonly HitSnapshot[], now: HitSnapshot): string[] {
  const changed: string[] = [];
  const was = before.map(({ entity }) => entity);
  const names = was.flatMap(({ name, aliases }) => [name, ...aliases]);
  if (!names.includes(now.entity.name)) changed.push('name');
  if (!isSame(names, [now.entity.name, ...now.entity.aliases])) changed.push('aliases');
  for (const field of LISTS) {
    const values = was.flatMap((entity): readonly unknown[] => entity[field]);
    if (!isSame(values, now.entity[field])) changed.push(field);
  }
  for (const field of TEXTS)
    if (!was.some((entity) => entity[field] === now.entity[field])) changed.push(field);
  for (const field of ['lists', 'topics'] as const) {
    const values = before.flatMap((one) => one[field]);
    if (!isSame(values, now[field])) changed.push(field);
  }
  return changed;
}

/** Whether two lists have the same set of values, regardless of order and repetition. */
function isSame(first: readonly unknown[], second: readonly unknown[]): boolean {
  const texts = (values: readonly unknown[]) =>
    [...new Set(values.map((value) => JSON.stringify(value)))].sort().join();
  return texts(first) === texts(second);
}
