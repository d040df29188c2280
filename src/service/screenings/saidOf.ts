import type { ListedEntity } from '../../contract/hit.ts';
import type { FoundHit } from './foundHit.ts';

/** What lists say of a hit: it is kept with a resolution, to tell later what has changed. */
export interface SaidOfHit {
  /** Every entry. */
  ids: string[];
  lists: string[];
  topics: string[];
  entity: ListedEntity;
}

export function saidOf({ id, sources, lists, topics, entity }: FoundHit): SaidOfHit {
  const ids = [...new Set([id, ...(sources ?? []).map((source) => source.id)])];
  return { ids: ids.sort(), lists, topics, entity };
}
