import type { Listed } from './listed.ts';

/** The counts of a list's content: the baseline for its next version. */
export interface ControlTotals {
  entities: number;
  people: number;
  organisations: number;
  /** Vessels, aircraft and other things, loaded or left out. */
  vessels: number;
  names: number;
  /** Names other than the first one. */
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

/** Counts one entity in: in place, since there may be a million. */
function countEntity(into: ControlTotals, entity: Listed): void {
  const { kind, names, birthDates, countries, identifiers, topics } = entity;
  into.entities += 1;
  if (kind === 'person') into.people += 1;
  else if (kind === 'organisation') into.organisations += 1;
  else into.vessels += 1;
  into.names += names.length;
  into.aliases += Math.max(0, names.length - 1);
  into.dates += birthDates.length;
  for (const name of names) into.dates += name.birthDates?.length ?? 0;
  into.countries += countries.length;
  into.numbers += identifiers?.length ?? 0;
  into.topics += topics.length;
}

/** The entities of one set of lists. */
export interface ListCount {
  totals: ControlTotals;
  /** The first and the last one, in the order of the files, with their places in the order of all entities. */
  first: Placed;
  last: Placed;
}

interface Placed {
  entity: Listed;
  row: number;
}

/** Counts an entity to those of its set of lists, whose codes stand in lines. */
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

/** The entities of two sets of lists together. */
export function addedCounts(a: ListCount, b: ListCount): ListCount {
  return {
    totals: addedTotals(a.totals, b.totals),
    first: a.first.row < b.first.row ? a.first : b.first,
    last: a.last.row > b.last.row ? a.last : b.last,
  };
}

/** The first or the last entity of a list in the order of its files: a file that was cut between two rows lacks one of them. */
export interface ListEnd {
  id: string;
  /** Of a list where several rows make one entity, since a cut may take some of them; else `null`. */
  totals: ControlTotals | null;
}

/** The ends of a list, the first one before the last one. */
export function endsOf({ first, last }: ListCount, { isGrouped }: { isGrouped: boolean }): ListEnd[] {
  return [first, last].map(({ entity }) => ({
    id: entity.id,
    totals: isGrouped ? totalsOf(entity) : null,
  }));
}

/**
 * Looks for the ends that a list had when it was last good.
 * @param find an entity as it is now; `null` if it is gone
 * @param withdrawn ids that the list itself declares withdrawn
 * @returns what is missing, as a clause; `null` if both ends are there with all that they had
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
    if (!entity) return `${name} is gone`;
    const fallen = totals ? fallenTotals(totalsOf(entity), [totals]) : [];
    if (fallen.length > 0) return `${name} has less than it had: ${fallenText(fallen)}`;
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

/** Of each total one in a hundred may go by itself: of fewer than a hundred, none. */
const LOSS = 0.01;

/** A total that fell, with its old and new value. */
export interface FallenTotal {
  field: keyof ControlTotals;
  before: number;
  now: number;
}

/**
 * Compares the totals of a list with those of loads that a human accepted or that lost nothing, not only with the
 * previous load, so that a list cannot shrink step by step.
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

/** As many loads are remembered. */
const REMEMBERED = 30;

/**
 * The loads that the next one is held against: this one too if it lost nothing; it alone if a human accepted it though it lost
 * more than it may.
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

/** `entities 7482, after 14965; people …`: at most three of them. */
export function fallenText(fallen: readonly FallenTotal[]): string {
  return fallen
    .slice(0, 3)
    .map(({ field, before, now }) => `${field} ${now}, after ${before}`)
    .join('; ');
}
