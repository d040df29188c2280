import type { Generated } from 'kysely';
import type { Mode } from '../../contract/mode.ts';
import type { Json } from './json.ts';

/** The tables of batches: files that are screened in the background. */
export interface BatchTables {
  aml_batches: AmlBatchesTable;
  aml_batch_parts: AmlBatchPartsTable;
}

export interface AmlBatchesTable {
  id: string;
  mode: Mode;
  status: 'processing' | 'completed' | 'failed';
  format: 'csv' | 'jsonl';
  /** Which rows are watched, if any, and the API key that uploaded the file. */
  options: Json<{ watch: 'all' | 'alerts' | null; keyId: string }>;
  threshold: number;
  /** Counts of rows: in the file, processed, unreadable, and with a possible match. */
  total: number;
  done: number;
  bad: number;
  with_hits: number;
  /** Count of rows without a possible match for which some fields could not be compared. */
  not_comparable: Generated<number>;
  /** Count of rows with an alert that their customer's newest screening did not have. */
  new_alerts: Generated<number>;
  /** The version of the dataset against which all rows are screened; `null` before the first row. */
  dataset: string | null;
  /** The wrapped data key, which seals all parts of the batch. */
  data_key: Uint8Array;
  created_at: Date;
  completed_at: Date | null;
  /** When the batch is erased. */
  expires_at: Date | null;
}

/** Some rows of a file before the batch is complete, or their results: sealed JSON, in the order of the file. */
export interface AmlBatchPartsTable {
  batch_id: string;
  kind: 'rows' | 'answers';
  position: number;
  rows: number;
  sealed: Uint8Array;
}
