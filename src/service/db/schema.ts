import type { ColumnType, Generated } from 'kysely';
import type { Branding } from '../../contract/branding.ts';
import type { Assurance, Checks, Decision, LastError } from '../../contract/case.ts';
import type { CaseStatus, DecisionReason } from '../../contract/caseStatus.ts';
import type { Consent } from '../../contract/consent.ts';
import type { Mode } from '../../contract/mode.ts';
import type { Policy } from '../../contract/policy.ts';
import type { TestOutcome } from '../../contract/testMode.ts';
import type { BatchTables } from './batchTables.ts';
import type { CredentialChecksTable } from './credentialTable.ts';
import type {
  DocumentChecksTable,
  DocumentMarksTable,
  DocumentPicturesTable,
  DocumentTranscriptionsTable,
} from './documentTable.ts';
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
import type { PictureObjectsTable, PictureStoreTable } from './pictureTables.ts';
import type { Priority, ReviewTables } from './reviewTables.ts';
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
  document_checks: DocumentChecksTable;
  document_pictures: DocumentPicturesTable;
  document_marks: DocumentMarksTable;
  document_transcriptions: DocumentTranscriptionsTable;
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
  picture_store: PictureStoreTable;
  objects_to_delete: PictureObjectsTable;
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
  /** The policy as sent, with the defaults at that time. */
  policy: Json<Policy>;
  consent: NullableJson<Pick<Consent, 'biometric' | 'face' | 'at'>>;
  /** Sealed JSON of the other fields of the contract's `Consent`, which the page can fill with anything. */
  consent_words: Generated<Uint8Array | null>;
  attempts_left: number;
  /** The result of each check as one word, the input of `cases/outcome`. */
  facts: Json<CaseFacts>;
  /** The latest run of each check, as shown by the API. */
  checks: Json<Checks>;
  assurance: Json<Assurance>;
  /** Only codes of the reasons. */
  decision: NullableJson<Decision>;
  /** All reasons, sealed, if a reviewer wrote some as free text. */
  decision_reasons: Uint8Array | null;
  /** Number of decisions, including withdrawn ones. */
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
  /** The browser that shared the credential, as in `session_keys`. */
  proven_for: Generated<string | null>;
  /** The submitted date of birth, sealed: other browsers that open the link have to state it. */
  birth_date: Generated<Uint8Array | null>;
  /** The number of the dataset that the person was last screened against. */
  aml_dataset: number | null;
  /** Time of the last screening, and the version of its dataset. */
  aml_screened_at: Date | null;
  aml_version: string | null;
  /** Time at which the case ended, until it is redacted; computed by the database. */
  ended_at: ColumnType<Date | null, never, never>;
  /** Whether the case is monitored against new lists; computed by the database. */
  is_monitored: ColumnType<boolean, never, never>;
  /** When its pictures were deleted. */
  pictures_deleted_at: Date | null;
  /** Number of captures that were refused for their content. */
  refused_captures: Generated<number>;
  /** Number of challenges drawn since the last capture, or since a redraw cost an attempt. */
  challenges_drawn: Generated<number>;
  /** In review: the time by which a reviewer should decide. */
  due_at: Generated<Date | null>;
  /** When an automatic approval was sampled for a quality review. */
  sampled_at: Generated<Date | null>;
  /** The reviewer or API key that has claimed the case, and the start and end of the claim. */
  claimed_by: Generated<string | null>;
  claimed_at: Generated<Date | null>;
  claimed_until: Generated<Date | null>;
  /** Place in the queue of the desk: 0 before all others, 1, 2 after all others. */
  priority: Generated<Priority>;
  /** The reviewer whom the case was passed to. */
  assigned_to: Generated<string | null>;
  /** When its personal details were deleted. The evidence of its decision may still be stored. */
  details_deleted_at: Date | null;
  /** When the keys, links, cookies and hand-offs of its page were deleted. */
  page_deleted_at: Generated<Date | null>;
}

/** The known facts of a case, the input of `cases/outcome`. */
export interface CaseFacts {
  details: 'ok' | 'under_age' | 'none';
  selfie: 'refused' | 'passed' | 'retry' | 'no_match' | 'spoof' | 'not_performed' | 'none';
  selfieReason: DecisionReason;
  /** While `selfie` is `refused`: the result before the refusal. A new consent brings it back. */
  selfieBefore?: Exclude<CaseFacts['selfie'], 'refused'>;
  aml: 'clear' | 'possible' | 'unavailable' | 'none';
  amlGivenUp: boolean;
  /** `doubtful`: proven, but a reviewer has to decide. A missing credential is `none`. */
  credential: 'none' | 'verified' | 'refused' | 'doubtful';
  credentialReason: DecisionReason;
  /** Whether the issuer may still tell if the credential is revoked. */
  revocationPending: boolean;
  /** Whether the person typed the details instead of sharing a credential. */
  credentialTyped: boolean;
  /** Number of refused answers. */
  credentialRefusals: number;
  /** The latest document: `none` before one was examined, `doubtful` if a reviewer has to decide. */
  document: 'none' | 'processing' | 'read' | 'captured' | 'unreadable' | 'doubtful' | 'expired';
  documentReason: DecisionReason;
  /** Whether the person went on without a document. */
  documentSkipped: boolean;
  /** Number of captures of documents. */
  documentAttempts: number;
  /** Whether a reviewer asked for a document again. */
  documentRequested: boolean;
  /** Number of refused captures of documents, until a reviewer asks for new ones. */
  documentRefusals: number;
  /** Whether a picture of a document was made for another case, be it readable or not, until a reviewer asks for new ones. */
  documentReplayed: boolean;
  /** Whether a reviewer asked for corrected details. Such a case is never approved automatically. */
  isCorrected: boolean;
}

/** The text of the latest consent of a case, sealed with its data key. */
export interface ConsentTextsTable {
  case_id: string;
  sealed: Uint8Array;
}

/** The configured fields of the contract's `Branding`, for each mode. */
export interface BrandingTable {
  mode: Mode;
  /** The settings without `logo`, whose URL is derived from `logo_hash`. */
  settings: Json<Branding>;
  /** A PNG file that the service created from the upload. */
  logo: Uint8Array | null;
  /** The start of its SHA-256 in hex, by which it is found. */
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
  /** The secret before the last rotation, which also signs until `previous_secret_until`. */
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
  /** The case of the event; empty: none. */
  case_id: string;
  /** When the next attempt is due. */
  due_at: Date;
  /** Attempts made so far. */
  attempt: number;
  /** Attempts made before the schedule began; a redelivery restarts it. */
  schedule_from: ColumnType<number, number | undefined, number>;
  /** End of the lease of the process that claimed it. */
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
  /** Sealed JSON of the response or the refusal; `null` while in progress, which only its own transaction can see. */
  answer: Uint8Array | null;
  expires_at: Date;
  /** The case, watch, screening or batch of the stored response, if any. */
  case_id: string | null;
  /** Whether the response is sealed with the data key of `case_id`. */
  is_owned: Generated<boolean>;
}

/** Damaged rows that a job could not process. Jobs skip them until `retry_at`. */
export interface QuarantineTable {
  work: QuarantinedWork;
  /** The id of a case, a watch or a selfie check. */
  subject: string;
  /** The code or class of the error. */
  error: string;
  at: Date;
  /** When it is tried again; `null`: the job itself decides, such as monitoring with the next dataset. */
  retry_at: Date | null;
}

export type QuarantinedWork =
  | 'monitoring'
  | 'expire_cases'
  | 'expire_challenges'
  | 'free_cases'
  | 'apply_retention'
  | 'check_keys';

/** The number of lines in the audit chain and the link of the last one, sealed. At most one row. */
export interface AuditHeadTable {
  /** At most one row. */
  one: Generated<true>;
  sealed: Uint8Array;
}

/** The id of the slot directory that the data keys belong to; at most one row. */
export interface KeyStoreTable {
  id: string;
}

/** Slots of erased data keys, until they are destroyed, right after the commit. */
export interface KeysToDestroyTable {
  slot: Uint8Array;
  /** Whether its data key has another slot, so that nothing is erased. */
  is_replaced: Generated<boolean>;
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
  /** Its position in the chain, from 1, without gaps. */
  position: number;
  /** A keyed fingerprint of the line and its position. */
  mac: string;
  /** A keyed fingerprint of the line and of the previous link. */
  link: string;
}
