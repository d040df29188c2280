import type { AmlScreening, Hit } from '../../contract/amlScreening.ts';

/** A hit as it is kept: with the content of the list's entry, which a resolution holds for. */
export interface FoundHit extends Hit {
  contentHash: string;
}

/** What a screening found, before it has an id. */
export interface Screened {
  status: Exclude<AmlScreening['status'], 'processing'>;
  dataset: AmlScreening['dataset'];
  hits: FoundHit[];
}
