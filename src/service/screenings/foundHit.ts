import type { AmlScreening } from '../../contract/amlScreening.ts';
import type { Hit, ListedEntity } from '../../contract/hit.ts';
import type { NotCompared } from '../../screening/screening.ts';

/** A hit as stored, with a hash of the list entry that a resolution applies to. */
export interface FoundHit extends Hit {
  contentHash: string;
  /** When a reviewer resolved it, RFC 3339, and with which API key; absent in hits from before that was kept. */
  resolvedAt?: string | null;
  resolvedBy?: string | null;
  /** Until when the resolution is remembered, if it is an exception; RFC 3339. */
  holdsUntil?: string | null;
}

/** The result of a screening before it is stored. */
export interface Screened {
  status: Exclude<AmlScreening['status'], 'processing'>;
  dataset: AmlScreening['dataset'];
  hits: FoundHit[];
  /** How many hits there are, those included that are not kept. */
  totalHits: number;
  notCompared: NotCompared[];
}

/** The content of a list entry, stored with a resolution to detect later changes. */
export interface SaidOfHit {
  /** Every entry. */
  ids: string[];
  lists: string[];
  topics: string[];
  entity: ListedEntity;
}

export function hitSnapshot({ id, sources, lists, topics, entity }: FoundHit): SaidOfHit {
  const ids = [...new Set([id, ...(sources ?? []).map((source) => source.id)])];
  return { ids: ids.sort(), lists, topics, entity };
}
