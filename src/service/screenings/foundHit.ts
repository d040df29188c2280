import type { AmlScreening } from '../../contract/amlScreening.ts';
import type { Hit } from '../../contract/hit.ts';

/** A hit as it is kept: with the content of the list's entry, which a resolution holds for. */
export interface FoundHit extends Hit {
  contentHash: string;
  /** When a reviewer resolved it, RFC 3339, and with which API key; absent in hits from before that was kept. */
  resolvedAt?: string | null;
  resolvedBy?: string | null;
}

/** What a screening found, before it has an id. */
export interface Screened {
  status: Exclude<AmlScreening['status'], 'processing'>;
  dataset: AmlScreening['dataset'];
  hits: FoundHit[];
}
