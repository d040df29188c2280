import type { ColumnType } from 'kysely';
import type { Assurance, Checks, Decision, LastError, Policy } from '../../contract/case.ts';
import type { CaseStatus, DecisionReason } from '../../contract/caseStatus.ts';
import type { Consent } from '../../contract/consent.ts';
import type { EventData } from '../../contract/events.ts';
import type { Mode } from '../../contract/mode.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { SelfieCheck } from '../../contract/selfieCheck.ts';
import type { TestOutcome } from '../../contract/testMode.ts';
import type { AmlDatasetsTable, HitResolutionsTable } from './screeningTables.ts';

/** jsonb: read parsed, written as text, because drivers take an array for an array of PostgreSQL. */
export type Json<T> = ColumnType<T, string, string>;

export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

/** The tables. Times are `timestamptz` with milliseconds, ids TypeIDs compared byte by byte. */
export interface Database {
  api_keys: ApiKeysTable;
  session_keys: SessionKeysTable;
  cases: CasesTable;
  personal_details: PersonalDetailsTable;
  selfie_checks: SelfieChecksTable;
  selfie_frames: SelfieFramesTable;
  reference_images: ReferenceImagesTable;
  aml_screenings: AmlScreeningsTable;
  events: EventsTable;
  webhook_endpoints: WebhookEndpointsTable;
  deliveries: DeliveriesTable;
  delivery_attempts: DeliveryAttemptsTable;
  idempotency_keys: IdempotencyKeysTable;
  jobs: JobsTable;
  audit_log: AuditLogTable;
  hit_resolutions: HitResolutionsTable;
  aml_datasets: AmlDatasetsTable;
}

export interface ApiKeysTable {
  id: string;
  mode: Mode;
  /** SHA-256 in hex; the key itself is not kept. */
  hash: string;
  scopes: Json<Scope[]>;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
}

export interface SessionKeysTable {
  id: string;
  mode: Mode;
  case_id: string;
  hash: string;
  allowed_origins: Json<string[]>;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
}

export interface CasesTable {
  id: string;
  mode: Mode;
  type: 'kyc_individual';
  status: CaseStatus;
  version: number;
  created_at: Date;
  updated_at: Date;
  submitted_at: Date | null;
  decided_at: Date | null;
  expires_at: Date;
  return_url: string | null;
  state: string | null;
  client_reference_id: string | null;
  metadata: NullableJson<Record<string, string>>;
  locale: string | null;
  policy: Json<Policy>;
  consent: NullableJson<Consent>;
  attempts_left: number;
  /** The checks as words, for `cases/outcome`. */
  facts: Json<CaseFacts>;
  /** The newest run of each check, as shown. */
  checks: Json<Checks>;
  assurance: Json<Assurance>;
  decision: NullableJson<Decision>;
  /** How many decisions there have been, withdrawn ones too. */
  decisions: ColumnType<number, number | undefined, number>;
  last_error: NullableJson<LastError>;
  redaction: NullableJson<{ status: 'processing' | 'redacted'; at: string }>;
  /** The outcome that the family name forces in test mode. */
  test_outcome: TestOutcome | null;
  /** Wrapped; `null` once destroyed. */
  data_key: Uint8Array | null;
  /** The number of the dataset that the person was last screened against. */
  aml_dataset: number | null;
}

/** What `cases/outcome` judges by, as far as it is known. */
export interface CaseFacts {
  details: 'ok' | 'under_age' | 'none';
  selfie: 'passed' | 'retry' | 'no_match' | 'spoof' | 'not_performed' | 'none';
  selfieReason: DecisionReason;
  aml: 'clear' | 'possible' | 'unavailable' | 'none';
  amlGivenUp: boolean;
}

export interface PersonalDetailsTable {
  case_id: string;
  revision: number;
  /** Sealed JSON of the contract's `PersonalDetails`. */
  sealed: Uint8Array;
  submitted_at: Date;
}

export interface SelfieChecksTable {
  id: string;
  mode: Mode;
  case_id: string;
  status: SelfieCheck['status'];
  attempt: number;
  nonce: string;
  steps: Json<SelfieCheck['challenge']['steps']>;
  challenge_expires_at: Date;
  /** What was captured, in order; `null` before. */
  captured_steps: NullableJson<SelfieCheck['challenge']['steps']>;
  liveness: Json<SelfieCheck['liveness']>;
  face_match: Json<SelfieCheck['faceMatch']>;
  reasons: Json<SelfieCheck['reasons']>;
  engine: NullableJson<NonNullable<SelfieCheck['engine']>>;
  created_at: Date;
  completed_at: Date | null;
}

export interface SelfieFramesTable {
  check_id: string;
  position: number;
  step: SelfieCheck['challenge']['steps'][number];
  media_type: string;
  /** The file as it came, sealed with the data key of the case. */
  sealed: Uint8Array;
}

export interface ReferenceImagesTable {
  case_id: string;
  media_type: string;
  /** The file as it came, sealed with the data key of the case. */
  sealed: Uint8Array;
  created_at: Date;
}

export interface AmlScreeningsTable {
  id: string;
  mode: Mode;
  case_id: string | null;
  status: 'processing' | 'clear' | 'possible_match' | 'confirmed_match' | 'unavailable';
  /** Whom and how: sealed JSON, with the case's data key or, without a case, the shared one; empty once erased. */
  sealed_input: Uint8Array;
  /** Sealed JSON of the contract's hits. */
  sealed_hits: Uint8Array | null;
  dataset: NullableJson<{ version: string; publishedAt: string | null; lists: string[] }>;
  created_at: Date;
  completed_at: Date | null;
}

export interface EventsTable {
  id: string;
  mode: Mode;
  type: string;
  created_at: Date;
  case_id: string | null;
  data: Json<EventData>;
}

export interface WebhookEndpointsTable {
  id: string;
  mode: Mode;
  url: string;
  event_types: Json<string[]>;
  description: string | null;
  status: 'enabled' | 'disabled';
  /** Sealed with the shared key. */
  secret: Uint8Array;
  /** The secret before the last rotation, which signs too until `previous_secret_until`. */
  previous_secret: Uint8Array | null;
  previous_secret_until: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** One event for one endpoint: what is still to be sent, and how it went. */
export interface DeliveriesTable {
  event_id: string;
  endpoint_id: string;
  state: 'pending' | 'succeeded' | 'failed';
  /** When the next attempt is due; `null` when none is. */
  due_at: Date | null;
  /** Attempts made so far. */
  attempt: number;
  /** Attempts made when the schedule began, which a redelivery does anew. */
  schedule_from: ColumnType<number, number | undefined, number>;
  /** Until when the process that claimed it may work on it. */
  leased_until: Date | null;
}

export interface DeliveryAttemptsTable {
  event_id: string;
  endpoint_id: string;
  attempt: number;
  status: 'succeeded' | 'failed';
  at: Date;
  response_status: number | null;
  error: string | null;
  duration_ms: number;
}

export interface IdempotencyKeysTable {
  /** Mode and account, or mode and case. */
  owner: string;
  key: string;
  /** SHA-256 of method, path and payload. */
  fingerprint: string;
  /** Sealed JSON of the answer or the refusal; `null` while under way, which only its own transaction sees. */
  answer: Uint8Array | null;
  expires_at: Date;
  /** The case that the answer tells of, if it does. */
  case_id: string | null;
}

export interface JobsTable {
  id: string;
  kind: string;
  /** What it is about: the id of a case or of a check. One job of a kind for each. */
  subject: string;
  run_at: Date;
  /** How often it was begun. */
  attempt: number;
  leased_until: Date | null;
  created_at: Date;
}

export interface AuditLogTable {
  id: string;
  mode: Mode;
  at: Date;
  key_id: string;
  action: string;
  case_id: string;
  request_id: string;
  /** What a reviewer noted, sealed with the data key of the case. */
  note: Uint8Array | null;
}
