import type { ColumnType, Generated } from 'kysely';
import type { Branding } from '../../contract/branding.ts';
import type { Assurance, Checks, Decision, LastError } from '../../contract/case.ts';
import type { CaseStatus, DecisionReason } from '../../contract/caseStatus.ts';
import type { Consent } from '../../contract/consent.ts';
import type { Mode } from '../../contract/mode.ts';
import type { GivenPolicy, Policy } from '../../contract/policy.ts';
import type { TestOutcome } from '../../contract/testMode.ts';
import type { BatchTables } from './batchTables.ts';
import type { CredentialChecksTable } from './credentialTable.ts';
import type { HandoffsTable } from './handoffTable.ts';
import type { JobsTable } from './jobsTable.ts';
import type { Json, NullableJson } from './json.ts';
import type {
  ApiKeysTable,
  LinksTable,
  PageCookiesTable,
  RateLimitsTable,
  RootKeysTable,
  SessionKeysTable,
} from './keyTables.ts';
import type { ReviewTables } from './reviewTables.ts';
import type { ScreeningTables } from './screeningTables.ts';
import type {
  ReferenceImagesTable,
  SelfieChecksTable,
  SelfieFingerprintsTable,
  SelfieFramesTable,
  SelfieTrailsTable,
} from './selfieTables.ts';

/** The tables. Times are `timestamptz` with milliseconds, ids TypeIDs compared byte by byte. */
export interface Database extends ScreeningTables, BatchTables, ReviewTables {
  api_keys: ApiKeysTable;
  session_keys: SessionKeysTable;
  handoffs: HandoffsTable;
  credential_checks: CredentialChecksTable;
  links: LinksTable;
  page_cookies: PageCookiesTable;
  root_keys: RootKeysTable;
  rate_limits: RateLimitsTable;
  cases: CasesTable;
  personal_details: PersonalDetailsTable;
  selfie_checks: SelfieChecksTable;
  selfie_frames: SelfieFramesTable;
  selfie_trails: SelfieTrailsTable;
  selfie_fingerprints: SelfieFingerprintsTable;
  reference_images: ReferenceImagesTable;
  events: EventsTable;
  webhook_endpoints: WebhookEndpointsTable;
  case_ids: CaseIdsTable;
  case_events: CaseIdsTable;
  deliveries: DeliveriesTable;
  delivery_attempts: DeliveryAttemptsTable;
  idempotency_keys: IdempotencyKeysTable;
  jobs: JobsTable;
  audit_log: AuditLogTable;
  audit_head: AuditHeadTable;
  quarantine: QuarantineTable;
  key_store: KeyStoreTable;
  keys_to_destroy: KeysToDestroyTable;
  consent_texts: ConsentTextsTable;
  branding: BrandingTable;
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
  /** The customer's fields, sealed: `crypto/customerFields`. */
  customer: Uint8Array | null;
  /** Keyed fingerprint of the customer's reference. */
  reference_mark: string | null;
  locale: string | null;
  /** The policy as given, with the defaults of that day; `wholePolicy` adds rules that came later. */
  policy: Json<GivenPolicy & Pick<Policy, 'maxSelfieAttempts' | 'minAge' | 'onSpoof'>>;
  /** `face` and `textHash` are missing in older consents. */
  consent: NullableJson<Omit<Consent, 'face' | 'textHash'> & Partial<Consent>>;
  attempts_left: number;
  /** The checks as words, for `cases/outcome`. */
  facts: Json<CaseFacts>;
  /** The newest run of each check, as shown. */
  checks: Json<Omit<Checks, 'credential'> & Partial<Checks>>;
  /** `credential`, `details` and `reference` are missing in older cases. */
  assurance: Json<Omit<Assurance, 'details' | 'reference'> & Partial<Assurance>>;
  /** Only codes of the reasons; `reviewer` is missing in older decisions. */
  decision: NullableJson<Omit<Decision, 'reviewer'> & Partial<Decision>>;
  /** All reasons, sealed, where a reviewer gave some in words of their own. */
  decision_reasons: Uint8Array | null;
  /** How many decisions there have been, withdrawn ones too. */
  decisions: ColumnType<number, number | undefined, number>;
  last_error: NullableJson<LastError>;
  redaction: NullableJson<{ status: 'processing' | 'redacted'; at: string }>;
  /** The outcome that the family name forces in test mode. */
  test_outcome: TestOutcome | null;
  /** Wrapped; `null` once destroyed. */
  data_key: Uint8Array | null;
  /** Counts changes that the page can see: `version` would reveal decisions. */
  page_version: Generated<number>;
  /** Sealed JSON of the contract's `Prefill`, until the details are in. */
  prefill: Uint8Array | null;
  /** Sealed JSON of the contract's `Prefill`: details that a credential proves. */
  proven: Generated<Uint8Array | null>;
  /** The number of the dataset that the person was last screened against. */
  aml_dataset: number | null;
  /** When that was, and the version of the dataset. */
  aml_screened_at: Date | null;
  aml_version: string | null;
  /** When it came to its end, until it is redacted; the database works it out. */
  ended_at: ColumnType<Date | null, never, never>;
  /** Whether new lists concern it; the database works it out. */
  is_monitored: ColumnType<boolean, never, never>;
  /** Since when its pictures are gone. */
  pictures_deleted_at: Date | null;
  /** Captures that were refused for their content. */
  refused_captures: Generated<number>;
  /** Challenges since the last capture, or since an attempt was paid for one. */
  challenges_drawn: Generated<number>;
  /** In review: when a reviewer should have decided. */
  due_at: Generated<Date | null>;
  /** Since when it waits for a reviewer who tests the quality of automatic approvals. */
  sampled_at: Generated<Date | null>;
  /** The reviewer or API key that works on it, since when, and until when. */
  claimed_by: Generated<string | null>;
  claimed_at: Generated<Date | null>;
  claimed_until: Generated<Date | null>;
  /** Since when its personal details are gone, while the evidence of its decision is still kept. */
  details_deleted_at: Date | null;
}

/** What `cases/outcome` judges by, as far as it is known. */
export interface CaseFacts {
  details: 'ok' | 'under_age' | 'none';
  selfie: 'refused' | 'passed' | 'retry' | 'no_match' | 'spoof' | 'not_performed' | 'none';
  selfieReason: DecisionReason;
  aml: 'clear' | 'possible' | 'unavailable' | 'none';
  amlGivenUp: boolean;
  /** `doubtful`: proven, but a human has to decide. Missing is `none`. */
  credential?: 'none' | 'verified' | 'refused' | 'doubtful';
  credentialReason?: DecisionReason;
  /** Whether its status may still become known. */
  credentialOpen?: boolean;
  /** Whether the person typed the details instead: no wallet, or none that works. */
  credentialTyped?: boolean;
  /** How many answers were refused. */
  credentialRefusals?: number;
  /** A reviewer asked for corrected details: no rule approves them, since a person had doubts. */
  isCorrected?: boolean;
}

/** The texts of consents, each once, by the SHA-256 of its UTF-8 in hexadecimal digits. */
export interface ConsentTextsTable {
  mode: Mode;
  hash: string;
  text: string;
  created_at: Date;
}

/** The configured fields of the contract's `Branding`, for each mode. */
export interface BrandingTable {
  mode: Mode;
  /** `logo` is worked out from `logo_hash`. */
  settings: Json<Branding>;
  /** A PNG file that the service made from the upload. */
  logo: Uint8Array | null;
  /** The start of its SHA-256 in hex, which it is found by. */
  logo_hash: string | null;
  updated_at: Date;
}

export interface PersonalDetailsTable {
  case_id: string;
  revision: number;
  /** Sealed JSON of the contract's `PersonalDetails`. */
  sealed: Uint8Array;
  submitted_at: Date;
}

export interface EventsTable {
  id: string;
  mode: Mode;
  type: string;
  created_at: Date;
  /** Empty: none. */
  case_id: string;
  data: Json<StoredEventData>;
  /**
   * Sealed JSON with the remaining free text of the customer and its reviewers; for a case, sealed with its data key.
   */
  words: Uint8Array | null;
}

/** The content stored with an event. A case's reference is read from the case. */
export interface StoredEventData {
  caseId: string | null;
  status: string | null;
  previousStatus: string | null;
  version: number | null;
  reasons: string[];
  [more: string]: unknown;
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
  /** Time of the deletion: the endpoint is invisible, and its rows are deleted in batches. */
  deleted_at: Date | null;
  /** Since when every attempt has failed. */
  failing_since: Date | null;
  created_at: Date;
  updated_at: Date;
}

/**
 * Maps an id to its case: checks, screenings and hashes of session keys in `case_ids`; events, by week, in
 * `case_events`. Ids without a case are in neither.
 */
export interface CaseIdsTable {
  id: string;
  case_id: string;
}

/** An event to be delivered to one endpoint. `delivery_attempts` has the results. */
export interface DeliveriesTable {
  event_id: string;
  endpoint_id: string;
  /** Of the event. */
  case_id: string;
  /** When the next attempt is due. */
  due_at: Date;
  /** Attempts made so far. */
  attempt: number;
  /** Attempts made before the schedule began; a redelivery restarts it. */
  schedule_from: ColumnType<number, number | undefined, number>;
  /** Until when the process that claimed it may work on it. */
  leased_until: Date | null;
}

export interface DeliveryAttemptsTable {
  case_id: string;
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
  /** Keyed fingerprint of the key that was sent. */
  key: string;
  /** Keyed fingerprint of method, path and payload. */
  fingerprint: string;
  /** Sealed JSON of the answer or the refusal; `null` while under way, which only its own transaction sees. */
  answer: Uint8Array | null;
  expires_at: Date;
  /** The case, watch, screening or batch of the stored response, if any. */
  case_id: string | null;
  /** Whether the answer is sealed with the data key of that one. */
  is_owned: Generated<boolean>;
}

/** Damaged rows that a job could not process; they are put aside, so that others continue. */
export interface QuarantineTable {
  work: QuarantinedWork;
  /** The id of a case, a watch or a selfie check. */
  subject: string;
  /** The code or class of the error. */
  error: string;
  at: Date;
  /** When it is tried again; `null`: when the work itself says so, such as monitoring with the next lists. */
  retry_at: Date | null;
}

export type QuarantinedWork =
  | 'monitoring'
  | 'expire_cases'
  | 'expire_challenges'
  | 'free_cases'
  | 'apply_retention'
  | 'check_keys';

/** How many lines the chain of the audit log has, and the link of the last: sealed. One row at most. */
export interface AuditHeadTable {
  sealed: Uint8Array;
}

/** Which directory of slots the data keys belong to; one row at most. */
export interface KeyStoreTable {
  id: string;
}

/** Slots of data keys that were erased, until they are destroyed, right after the commit. */
export interface KeysToDestroyTable {
  slot: Uint8Array;
}

export interface AuditLogTable {
  id: string;
  mode: Mode;
  at: Date;
  key_id: string;
  action: string;
  case_id: string;
  request_id: string;
  /** The reviewer's note, sealed with the data key of the case. */
  note: Uint8Array | null;
  /** Its place in the chain, from 1 on; `null` for the moment until it is linked. */
  position: number | null;
  /** A keyed fingerprint of the line and of the link before it. */
  link: string | null;
  /** A keyed fingerprint of the line, computed when it is written; `null` for older linked lines. */
  mac: Generated<string | null>;
  /** Whether the chain has refused the line: the service did not write this content. */
  refused: Generated<boolean>;
}
