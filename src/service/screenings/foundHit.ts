import type { AmlScreening } from '../../contract/amlScreening.ts';
import type { Hit, ListedEntity } from '../../contract/hit.ts';
import type { NotCompared } from '../../screening/screening.ts';
import type { ThresholdsInForce } from './thresholds.ts';

/** A hit as stored, with a hash of the list entry that a resolution applies to. */
export interface FoundHit extends Hit {
  contentHash: string;
  /** Time of the resolution, RFC 3339, and its API key. */
  resolvedAt: string | null;
  resolvedBy: string | null;
  /** End of the exception, if the resolution is one; RFC 3339. */
  holdsUntil: string | null;
  /** Whose new invitation the person who made the proposal had signed in by; absent without one. */
  proposalInvitedBy?: string | null;
}

/** What a hit says that nobody has decided about. */
export const UNRESOLVED = {
  resolution: null,
  reasonCode: null,
  note: null,
  resolvedAt: null,
  resolvedBy: null,
  holdsUntil: null,
  earlier: [],
  otherCustomers: [],
  proposal: null,
  endedAt: null,
} satisfies Partial<FoundHit>;

/** The result of a screening before it is stored. */
export interface Screened {
  status: Exclude<AmlScreening['status'], 'processing'>;
  dataset: AmlScreening['dataset'];
  hits: FoundHit[];
  /** Number of hits, including those not stored. */
  totalHits: number;
  notCompared: NotCompared[];
  /** The thresholds that decided which hits there are. */
  thresholds: ThresholdsInForce;
}

/** The content of a list entry, stored with a resolution to detect later changes. */
export interface HitSnapshot {
  /** The ids of all entries. */
  ids: string[];
  lists: string[];
  topics: string[];
  entity: ListedEntity;
}

export function hitSnapshot({ id, sources, lists, topics, entity }: FoundHit): HitSnapshot {
  const ids = [...new Set([id, ...sources.map((source) => source.id)])];
  return { ids: ids.sort(), lists, topics, entity };
}
