import type { ColumnType } from 'kysely';
import type {
  DocumentChecks,
  DocumentReason,
  DocumentSide,
  DocumentSignals,
  DocumentSource,
  DocumentStatus,
} from '../../contract/documentCheck.ts';
import type { Mode } from '../../contract/mode.ts';
import type { DocumentType } from '../../contract/policy.ts';
import type { Json, NullableJson } from './json.ts';
import type { PictureColumns } from './pictureTables.ts';

export interface DocumentChecksTable {
  case_id: string;
  id: string;
  mode: Mode;
  status: DocumentStatus;
  attempt: number;
  nonce: string;
  /** The kind of document that the person chose, if any. */
  type: DocumentType | null;
  sides: Json<DocumentSide[]>;
  /** The browser that showed the document, as in `session_keys`: only it is shown what was read. */
  browser: string | null;
  source: DocumentSource | null;
  /** Whether the customer's back end sent the pictures with an API key, rather than a page. */
  by_back_end: boolean;
  /** Sealed JSON of the fields that were read (`ReadFields`); `null` if none were, and once they are deleted. */
  sealed_fields: Uint8Array | null;
  checks: Json<DocumentChecks>;
  reasons: Json<DocumentReason[]>;
  signals: NullableJson<DocumentSignals>;
  engine: NullableJson<{ name: string; version: string }>;
  created_at: Date;
  expires_at: Date;
  completed_at: Date | null;
}

/** A picture of a document: a still, or the small frames of a side in one value. */
export interface DocumentPicturesTable extends PictureColumns {
  case_id: string;
  check_id: string;
  side: DocumentSide;
  /** From 0: the stills of the side; -1: its small frames (`packRecording`). */
  position: number;
  media_type: string;
}

/** What a reviewer typed from the pictures of a document in one round. */
export interface DocumentTranscriptionsTable {
  case_id: string;
  check_id: string;
  round: number;
  reviewer: string;
  /** Whether it belongs to a quality check of a decided case, and establishes nothing. */
  is_sample: boolean;
  /** Sealed JSON (`Transcription`). */
  sealed: Uint8Array;
  created_at: Date;
}

export interface DocumentMarksTable {
  case_id: string;
  check_id: string;
  /** Keyed fingerprint of issuing state and number; `null` if they were not read. */
  number_mark: string | null;
  /** Keyed fingerprint of the same with the names. */
  name_mark: string | null;
  /** Keyed fingerprints of the files; written as an array literal of PostgreSQL. */
  file_marks: ColumnType<string[], string, string>;
}
