import type { LackingList } from '../../contract/amlScreening.ts';
import type { DatasetList, ListRefusal } from '../../screening/screening.ts';
import { type ListAges, listAge } from './listAge.ts';
import type { ListProblem } from './screeningLists.ts';

/** A list without which nobody is cleared in live mode, and its own maximum age; `null`: that of all lists. */
export interface RequiredList {
  name: string;
  maxAgeDays: number | null;
}

/** The state of the configured lists. */
interface ListState {
  inUse: readonly DatasetList[];
  refused: readonly ListRefusal[];
  /** Addresses from which no valid file has arrived yet. */
  missing: readonly string[];
  ages: ListAges;
}

/**
 * The required lists that are not in use or are too old: in live mode nobody is clear meanwhile. Without a setting every
 * list is required that was ever loaded or asked for: each file and each address.
 */
export function lackingLists(
  required: readonly RequiredList[],
  { inUse, refused, missing, ages }: ListState,
): LackingList[] {
  const outdated = inUse
    .filter((list) => listAge.isStale(list, ages) === true)
    .filter(({ name }) => required.length === 0 || required.some((one) => one.name === name))
    .map(({ name }) => ({ list: name, why: 'outdated' as const, detail: outdatedText(name, ages) }));
  if (required.length === 0) {
    const leftOut = refused.filter(({ isKept }) => !isKept);
    const files = leftOut.flatMap(({ lists, path, why }) =>
      (lists.length > 0 ? lists : [path]).map((list) => ({ list, why: 'missing' as const, detail: why })),
    );
    const addresses = missing.map((list) => ({ list, why: 'missing' as const, detail: missingText(list) }));
    return [...files, ...addresses, ...outdated];
  }
  const absent = required.filter(({ name }) => !inUse.some((list) => list.name === name));
  const named = absent.map(({ name }) => {
    const refusal = refused.find(({ lists }) => lists.includes(name));
    const detail = refusal?.why ?? `The required list ${name} is in none of the files of AML_LISTS`;
    return { list: name, why: 'missing' as const, detail };
  });
  return [...named, ...outdated];
}

/** The maximum ages of single lists, in days. */
export function ageLimits(required: readonly RequiredList[]): ReadonlyMap<string, number> {
  return new Map(
    required.flatMap(({ name, maxAgeDays }) => (maxAgeDays === null ? [] : [[name, maxAgeDays] as const])),
  );
}

export function outdatedText(name: string, ages: Pick<ListAges, 'maxAgeDays' | 'limits'>): string {
  const days = ages.limits.get(name) ?? ages.maxAgeDays;
  return `The list ${name} was last confirmed or published more than ${days} days ago`;
}

export function missingText(address: string): string {
  return `${address} has not returned a valid file yet`;
}

/** The lists that were read without relations, indicators or columns that no reader knows. */
export function unknownParts(lists: readonly DatasetList[]): ListProblem[] {
  return lists
    .filter((list) => list.unknownParts.length > 0)
    .map(({ name, unknownParts: parts }) => ({
      code: 'list_unknown_parts',
      isError: false,
      detail: `The list ${name} was read without parts that this version does not know: ${parts.join(', ')}`,
    }));
}
