import type { Generated } from 'kysely';
import type { Mode } from '../../contract/mode.ts';
import type { Json } from './json.ts';

/** The tables of files that are screened in the background. */
export interface BatchTables {
  aml_batches: AmlBatchesTable;
  aml_batch_parts: AmlBatchPartsTable;
}

export interface AmlBatchesTable {
  id: string;
  mode: Mode;
  status: 'processing' | 'completed' | 'failed';
  format: 'csv' | 'jsonl';
  /** Nothing yet. */
  options: Json<Record<string, never>>;
  threshold: number;
  /** Rows of the file, those done, those that could not be read, and those with a possible match. */
  total: number;
  done: number;
  bad: number;
  with_hits: number;
  /** Rows of which something could not be compared, and that have no possible match. */
  not_comparable: Generated<number>;
  /** The version of the dataset that all answers are made with; `null` before the first. */
  dataset: string | null;
  /** Wrapped by the master key; all parts are sealed with it. */
  data_key: Uint8Array;
  created_at: Date;
  completed_at: Date | null;
  /** When it is erased. */
  expires_at: Date | null;
}

/** Some rows of a file, until all are done, or their answers: sealed JSON, in the order of the file. */
export interface AmlBatchPartsTable {
  batch_id: string;
  kind: 'rows' | 'answers';
  position: number;
  rows: number;
  sealed: Uint8Array;
}
