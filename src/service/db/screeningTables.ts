import type { ColumnType, Generated } from 'kysely';
import type { AmlScreening } from '../../contract/amlScreening.ts';
import type { HitReasonCode, HitResolution, ListedEntity } from '../../contract/hit.ts';
import type { Mode } from '../../contract/mode.ts';
import type { Thresholds } from '../../contract/thresholds.ts';
import type { ControlTotals, ListEnd } from '../../screening/screening.ts';
import type { Json, NullableJson } from './json.ts';

/** The tables of screening. */
export interface ScreeningTables {
  aml_screenings: AmlScreeningsTable;
  hit_resolutions: HitResolutionsTable;
  aml_datasets: AmlDatasetsTable;
  aml_lists: AmlListsTable;
  aml_list_faults: AmlListFaultsTable;
  aml_entities: AmlEntitiesTable;
  aml_watches: AmlWatchesTable;
  aml_rescreens: AmlRescreensTable;
  hit_decisions: HitDecisionsTable;
  aml_list_days: AmlListDaysTable;
  aml_monitoring_runs: AmlMonitoringRunsTable;
  aml_put_aside: AmlPutAsideTable;
  aml_screening_entities: AmlScreeningEntitiesTable;
  aml_thresholds: AmlThresholdsTable;
}

/** A version of the thresholds. Rows are only added. */
export interface AmlThresholdsTable {
  mode: Mode;
  version: number;
  rules: Json<Thresholds['rules']>;
  note: string;
  key_id: string;
  at: Date;
}

export interface AmlScreeningsTable {
  id: string;
  mode: Mode;
  /** Empty: none. */
  case_id: string;
  /** The watch of the screening; `null`: none. */
  watch_id: Generated<string | null>;
  /** The batch whose row raised the alert; `null`: none. */
  batch_id: Generated<string | null>;
  status: AmlScreening['status'];
  /** The wrapped data key of a screening without a case; `null` with a case, or once erased. */
  data_key: Generated<Uint8Array | null>;
  /** The subject and the criteria: sealed JSON, with the case's data key or its own; empty once erased. */
  sealed_input: Uint8Array;
  /** Sealed JSON of the contract's hits. */
  sealed_hits: Uint8Array | null;
  dataset: NullableJson<NonNullable<AmlScreening['dataset']>>;
  /** Keyed fingerprint of the customer's reference. */
  reference_mark: Generated<string | null>;
  /** The thresholds and lists of the screening. */
  criteria: Json<AmlScreening['criteria']>;
  /** Number of hits that affect the status, including those not stored. */
  total_hits: Generated<number | null>;
  /** The names of the lists with hits. */
  hit_lists: NullableJson<string[]>;
  not_compared: NullableJson<NonNullable<AmlScreening['explain']>['notCompared']>;
  created_at: Date;
  completed_at: Date | null;
}

/** One decision of a reviewer on a hit. Rows are only added; the content is emptied when the person is erased. */
export interface HitDecisionsTable {
  id: string;
  mode: Mode;
  /** The id of the case, of the watch, or of the screening without either. */
  subject: string;
  screening_id: string;
  /** Empty: none. */
  case_id: string;
  kind: 'resolution' | 'proposal' | 'confirmation';
  key_id: string;
  at: Date;
  /** Sealed JSON of the decision and the content shown; with the data key of the case, the watch or the screening. */
  sealed: Uint8Array;
}

/** An entity of a list that a screening matched, by a keyed fingerprint of its id. */
export interface AmlScreeningEntitiesTable {
  mark: string;
  screening_id: string;
  /** Empty: none. */
  case_id: string;
}

/**
 * A reviewer's resolution of a hit, for one person and one content of the entry, both stored as a keyed fingerprint
 * only.
 */
export interface HitResolutionsTable {
  key: string;
  mode: Mode;
  /** The case of the resolution, whose data key seals the note; `null`: none, or the case was redacted. */
  case_id: string | null;
  /** The screening without a case of the resolution, whose data key seals the note. */
  screening_id: Generated<string | null>;
  /** The watch of the resolution; `null`: none. */
  watch_id: string | null;
  /** The screening in which the hit was resolved. */
  made_in: string;
  resolution: HitResolution;
  note: Uint8Array | null;
  key_id: string;
  resolved_at: Date;
  /** The customer and their details: a keyed fingerprint, the same for all hits of one customer. */
  subject: string;
  /** The details alone: a keyed fingerprint, the same for all customers with these details. */
  person: string;
  reason_code: HitReasonCode;
  /** End of a false positive, after which the row is deleted; `null`: a true match. */
  holds_until: Generated<Date | null>;
  /** The list entry at that time: sealed JSON, with the shared key. */
  entity: Uint8Array;
}

/** The last good state of each list, and the entries of the setting `AML_LISTS` that it came from, one per line. */
export interface AmlListsTable {
  name: string;
  entities: number;
  sources: string;
  good_at: Date;
  version: string;
  published_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  /** The totals that the next version is compared with. */
  accepted: Json<ControlTotals[]>;
  /** Its first and its last entity, which detect a file that was cut off between two rows. */
  ends: Json<ListEnd[]>;
}

/** A current fault of a list, and when it began. */
export interface AmlListFaultsTable {
  name: string;
  kind: 'refused' | 'stale';
  code: string;
  since: Date;
}

/** The datasets that were in use. A newer one has a higher number. Equal files give equal versions. */
export interface AmlDatasetsTable {
  version: string;
  number: number;
  used_at: Date;
}

/** A list entry with its content at the time of a screening. */
export interface AmlEntitiesTable {
  dataset: string;
  id: string;
  entity: Json<ListedEntity>;
}

/** Watches: subjects without a case that are screened again after each list change. */
export interface AmlWatchesTable {
  id: string;
  mode: Mode;
  /** The wrapped data key. */
  data_key: Uint8Array;
  /** The customer's reference, sealed, and the keyed fingerprint by which it is found. */
  sealed_reference: Uint8Array | null;
  reference_mark: string | null;
  /** The subject: sealed JSON. */
  sealed_input: Uint8Array;
  /** The newest screening and its result. */
  screening_id: string | null;
  status: AmlScreening['status'];
  /** Number and version of the dataset of the last screening, and its time. */
  aml_dataset: number | null;
  aml_version: string | null;
  aml_screened_at: Date | null;
  created_at: Date;
}

/** A repeated screening, with or without changes. */
export interface AmlRescreensTable {
  /** The id of the case or of the watch. */
  subject: string;
  mode: Mode;
  at: Date;
  dataset: string;
  status: AmlScreening['status'];
  new_hits: number;
  changed_hits: number;
  ended_hits: number;
}

/** The result of checking a list on a day (UTC). */
export interface AmlListDaysTable {
  /** `YYYY-MM-DD`. */
  day: string;
  list: string;
  result: 'unchanged' | 'changed' | 'refused' | 'missing';
  checks: number;
  first_checked_at: Date;
  last_checked_at: Date;
  /** Hash of its files in use. */
  contents: string;
  /** Hash of its files on disk; `null` if they could not be read. */
  on_disk: string | null;
  published_at: Date | null;
  fetched_at: Date | null;
  /** `null`: its age is unknown. */
  is_stale: boolean | null;
  entities: number;
  /** Number of entities before the first change of the day. */
  entities_before: number | null;
  /** The reason why newer files were refused. */
  detail: string | null;
}

/** A dataset that became the newest, and the number of subjects that were due for screening. */
export interface AmlMonitoringRunsTable {
  number: number;
  mode: Mode;
  dataset: string;
  at: Date;
  due: number;
}

/** A subject that could not be screened against a dataset. The row stays after a later screening. */
export interface AmlPutAsideTable {
  subject: string;
  /** The number of the dataset. */
  dataset: number;
  mode: Mode;
  at: Date;
  error: string;
}
