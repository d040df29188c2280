import type { Hit } from '../../contract/amlScreening.ts';
import type { FoundHit } from './foundHit.ts';

/** A hit as shown. */
export function viewHit({ contentHash: _, ...hit }: FoundHit): Hit {
  return hit;
}
