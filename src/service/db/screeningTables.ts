import type { HitResolution } from '../../contract/amlScreening.ts';
import type { Mode } from '../../contract/mode.ts';

/** What a reviewer said of a hit: for one person and one content of the entry, both in a keyed fingerprint alone. */
export interface HitResolutionsTable {
  key: string;
  mode: Mode;
  /** The case that it was said in, whose data key seals the note; `null`: the shared key, or the case was redacted. */
  case_id: string | null;
  resolution: HitResolution;
  note: Uint8Array | null;
  key_id: string;
  resolved_at: Date;
}

/** The datasets that were in use. A higher number is a newer one; the same files have the same version. */
export interface AmlDatasetsTable {
  version: string;
  number: number;
  used_at: Date;
}
