import type { Listed } from './listed.ts';

/** Counts of the content of a list: the baseline for its next version. */
export interface ControlTotals {
  entities: number;
  people: number;
  /** Including entities whose kind the list does not state. */
  organisations: number;
  /** Vessels, aircraft and other things, whether loaded or not. */
  vessels: number;
  names: number;
  /** Names other than the first of each entity. */
  aliases: number;
  /** Dates of birth. */
  dates: number;
  countries: number;
  /** Numbers of documents and registers. */
  numbers: number;
  topics: number;
}

export const noTotals: Readonly<ControlTotals> = {
  entities: 0,
  people: 0,
  organisations: 0,
  vessels: 0,
  names: 0,
  aliases: 0,
  dates: 0,
  countries: 0,
  numbers: 0,
  topics: 0,
};

/** Adds one entity to the totals in place: there may be a million entities, so no copy is made. */
function countEntity(into: ControlTotals, entity: Listed): void {
  const { kind, names, birthDates, countries, identifiers, topics } = entity;
  into.entities += 1;
  if (kind === 'person') into.people += 1;
  else if (kind === 'organisation' || kind === 'unknown') into.organisations += 1;
  else into.vessels += 1;
  into.names += names.length;
  into.aliases += Math.max(0, names.length - 1);
  into.dates += birthDates.length;
  for (const name of names) into.dates += name.birthDates?.length ?? 0;
  into.countries += countries.length;
  into.numbers += identifiers?.length ?? 0;
  into.topics += topics.length;
}

/** The entities that have the same combination of lists. */
export interface ListCount {
  totals: ControlTotals;
  /** The first and the last entity in the order of the files, with their positions among all entities. */
  first: Placed;
  last: Placed;
}

interface Placed {
  entity: Listed;
  row: number;
}

/** Adds an entity to the count of its combination of lists. The map key is the list codes joined by newlines. */
export function countByLists(counts: Map<string, ListCount>, entity: Listed, row: number): void {
  const lists = entity.lists.join('\n');
  let count = counts.get(lists);
  if (!count) {
    const placed = { entity, row };
    count = { totals: { ...noTotals }, first: placed, last: placed };
    counts.set(lists, count);
  }
  count.last = { entity, row };
  countEntity(count.totals, entity);
}

/** Adds the counts of two combinations of lists. */
export function addedCounts(a: ListCount, b: ListCount): ListCount {
  return {
    totals: addedTotals(a.totals, b.totals),
    first: a.first.row < b.first.row ? a.first : b.first,
    last: a.last.row > b.last.row ? a.last : b.last,
  };
}

/**
 * The first or the last entity of a list in the order of its files. A file that was truncated between two rows lacks
 * one of them.
 */
export interface ListEnd {
  id: string;
  /**
   * The totals of this entity if several rows make one entity (truncation may remove some of its rows); else `null`.
   */
  totals: ControlTotals | null;
}

/** The first and the last entity of a list, in this order. */
export function endsOf({ first, last }: ListCount, { isGrouped }: { isGrouped: boolean }): ListEnd[] {
  return [first, last].map(({ entity }) => ({
    id: entity.id,
    totals: isGrouped ? totalsOf(entity) : null,
  }));
}

/**
 * Checks that the first and the last entity of the last accepted version of a list are still there and complete.
 * @param find returns an entity of the new version; `null` if it is gone
 * @param withdrawn ids that the list itself declares withdrawn
 * @returns a clause that describes the loss; `null` if nothing is missing
 */
export function lostEnd(
  ends: readonly ListEnd[],
  find: (id: string) => Listed | null,
  withdrawn: readonly string[],
): string | null {
  for (const [at, { id, totals }] of ends.entries()) {
    if (withdrawn.includes(id)) continue;
    const name = `its ${at === 0 ? 'first' : 'last'} entry, ${id},`;
    const entity = find(id);
    if (!entity) return `${name} is missing`;
    const fallen = totals ? fallenTotals(totalsOf(entity), [totals]) : [];
    if (fallen.length > 0) return `${name} lost details: ${fallenText(fallen)}`;
  }
  return null;
}

function totalsOf(entity: Listed): ControlTotals {
  const totals = { ...noTotals };
  countEntity(totals, entity);
  return totals;
}

export function addedTotals(a: ControlTotals, b: ControlTotals): ControlTotals {
  return Object.fromEntries(fields.map((field) => [field, a[field] + b[field]])) as unknown as ControlTotals;
}

const fields = Object.keys(noTotals) as (keyof ControlTotals)[];

/** Each total may drop by 1 %, rounded down: a total below 100 may not drop at all. */
const LOSS = 0.01;

/** A total that dropped, with its old and new value. */
export interface FallenTotal {
  field: keyof ControlTotals;
  before: number;
  now: number;
}

/**
 * Compares the totals of a list with those of the accepted loads. An accepted load either lost nothing or was confirmed
 * by a human. Comparing with the previous load alone would let a list shrink step by step.
 * @param withdrawn entries that the list itself declares withdrawn, which are no loss
 */
export function fallenTotals(
  now: ControlTotals,
  accepted: readonly ControlTotals[],
  withdrawn: ControlTotals = noTotals,
): FallenTotal[] {
  return fields.flatMap((field) => {
    const before = Math.max(0, ...accepted.map((totals) => totals[field] ?? 0));
    const minimum = before - Math.floor(before * LOSS) - withdrawn[field];
    return now[field] < minimum ? [{ field, before, now: now[field] }] : [];
  });
}

/** Maximum number of accepted loads that are remembered. */
const REMEMBERED = 30;

/**
 * The accepted loads that the next load is compared with. A load that lost nothing is added to them. A load that a
 * human confirmed replaces them.
 */
export function nextAccepted(
  now: ControlTotals,
  accepted: readonly ControlTotals[],
  { isByHuman }: { isByHuman: boolean },
): ControlTotals[] {
  if (isByHuman) return [now];
  const hasLost = fields.some((field) => accepted.some((totals) => now[field] < (totals[field] ?? 0)));
  return hasLost ? [...accepted] : [...accepted, now].slice(-REMEMBERED);
}

/** Describes up to three totals that dropped: `entities 7482, after 14965; people …`. */
export function fallenText(fallen: readonly FallenTotal[]): string {
  return fallen
    .slice(0, 3)
    .map(({ field, before, now }) => `${field} ${now}, after ${before}`)
    .join('; ');
}
