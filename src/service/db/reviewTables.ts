import type { ColumnType, Generated } from 'kysely';
import type { Decide } from '../../contract/case.ts';
import type { Mode } from '../../contract/mode.ts';
import type { Json, NullableJson } from './json.ts';

/** The tables of reviewers and their judgements. */
export interface ReviewTables {
  judgements: JudgementsTable;
  skipped_cases: SkippedCasesTable;
  seen_evidence: SeenEvidenceTable;
  case_comments: CaseCommentsTable;
  house_texts: HouseTextsTable;
  known_pairs: KnownPairsTable;
  reviewers: ReviewersTable;
  desk_passkeys: DeskPasskeysTable;
  desk_challenges: DeskChallengesTable;
  desk_invites: DeskInvitesTable;
  desk_sessions: DeskSessionsTable;
  desk_sign_ins: DeskSignInsTable;
}

/** The judgement of one reviewer on one case in one round. A round ends with a decision. */
export interface JudgementsTable {
  case_id: string;
  /** Number of earlier decisions of the case. */
  round: number;
  /** The id of a reviewer or of an API key. */
  reviewer: string;
  /** Whether this is a quality check of a case that was decided before: nothing of it changes the case. */
  is_sample: ColumnType<boolean, boolean | undefined, boolean>;
  /** Whether the reviewer has ruled a hit out that a second person has to rule out too. */
  asks_second: ColumnType<boolean, boolean | undefined, boolean>;
  opened_at: Date;
  /** The pictures that were sent to the reviewer: `reference`, or check and number, such as `bio_…/0`. */
  seen: ColumnType<string[], string | undefined, string>;
  /** From -3 (certainly another person) to 3 (certainly the same person); `null` with `judged_at`: cannot tell. */
  likeness: ColumnType<number | null, number | null | undefined, number | null>;
  /** What was in front of the camera; `null`: not answered. */
  life: ColumnType<Life | null, Life | null | undefined, Life | null>;
  /** The features that the judgement is based on, such as `ears`. */
  features: NullableJson<string[]>;
  /** The hits that the reviewer is unsure of. */
  unsure: NullableJson<string[]>;
  judged_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The reviewer's decision; a proposal until a second reviewer agrees. */
  outcome: ColumnType<
    Decide['outcome'] | null,
    Decide['outcome'] | null | undefined,
    Decide['outcome'] | null
  >;
  /** Codes only. */
  reasons: NullableJson<string[]>;
  /** Sealed with the data key of the case. */
  sealed_note: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>;
  /** The hits of a sample as the reviewer resolved them, sealed with the data key of the case. */
  sealed_hits: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>;
  /** The administrator whose new invitation the reviewer had signed in by. */
  invited_by: ColumnType<string | null, string | null | undefined, string | null>;
  /** The version of the case that the reviewer saw. */
  expected_version: ColumnType<number | null, number | null | undefined, number | null>;
  decided_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Until when the decision can be withdrawn; `null`: it has been applied, or will not be. */
  applies_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Why the case had come to the review, and when its decision was due; for statistics. */
  came_for: NullableJson<CameFor>;
  due_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** Codes of the reasons for the review, and names of the lists with hits. */
export interface CameFor {
  reasons: string[];
  lists: string[];
}

/** Place in the queue: 0 urgent, 1 normal, 2 whenever there is time. */
export type Priority = 0 | 1 | 2;

/** Whether a living person was in front of the camera, as a reviewer judges. */
export type Life = 'alive' | 'not_alive' | 'cannot_tell';

/** A case that a reviewer passed on to others. */
export interface SkippedCasesTable {
  case_id: string;
  reviewer: string;
  reason: string;
  at: Date;
}

/** Who has seen the evidence of a case without judging it. */
export interface SeenEvidenceTable {
  case_id: string;
  reviewer: string;
  at: Date;
}

/** What a reviewer wrote about a case, for the others. */
export interface CaseCommentsTable {
  case_id: string;
  position: number;
  author: string;
  /** Number of decisions of the case when it was written. */
  round: number;
  /** Sealed with the data key of the case. */
  sealed_text: Uint8Array;
  at: Date;
}

/** A reason or a template of the organisation, in its languages. */
export interface HouseTextsTable {
  mode: Mode;
  /** Begins with `house_`. */
  code: string;
  kind: HouseKind;
  /** Language tag => text. */
  texts: Json<Record<string, string>>;
  changed_at: Date;
}

/** A reason to approve or to decline, a template of a note, or of a message to the person. */
export type HouseKind = 'approved' | 'declined' | 'note' | 'message';

/** A decided case with a known answer: whether its pictures show one person. Used to measure reviewers. */
export interface KnownPairsTable {
  case_id: string;
  is_same: boolean;
  /** The administrator who recorded the answer. */
  made_by: string;
  made_at: Date;
}

export type ReviewerRole = 'viewer' | 'reviewer' | 'administrator';

export interface ReviewersTable {
  id: string;
  name: string;
  /** `none`: the identity provider gives no role, or no longer one. */
  role: ReviewerRole | 'none';
  /** The identity provider that vouches for the reviewer, and the subject there; `null`: the reviewer was invited. */
  issuer: string | null;
  subject: string | null;
  settings: ColumnType<ReviewerSettings, string | undefined, string>;
  /** Who made the latest new invitation for this reviewer, by name, and when: the reviewer is told. */
  inviter: Generated<string | null>;
  invited_at: Generated<Date | null>;
  /** The first sign-in; from then on no invitation signs anybody in as this reviewer. */
  signed_in_at: Generated<Date | null>;
  created_at: Date;
  /** When the reviewer was switched off; `null`: active. */
  disabled_at: Date | null;
}

/** Settings of a reviewer. */
export interface ReviewerSettings {
  /** Whether single-key shortcuts are active. */
  keys?: boolean;
  /** Other keys for actions, such as `{ approve: 'y' }`. */
  keyMap?: Record<string, string>;
  grey?: boolean;
  breaks?: boolean;
  /** The language of the organisation's texts. */
  language?: string;
  /** The mode whose data was shown last. */
  mode?: Mode;
}

/** A passkey of a reviewer (WebAuthn). */
export interface DeskPasskeysTable {
  /** The id of the credential, base64url. */
  id: string;
  reviewer: string;
  public_key: Uint8Array;
  counter: ColumnType<string, number, number>;
  transports: Json<string[]>;
  created_at: Date;
  used_at: Date | null;
}

/** A challenge that a browser has not answered yet. */
export interface DeskChallengesTable {
  /** SHA-256 of the session's cookie, or of the cookie of a sign-in. */
  hash: string;
  /** `null`: a sign-in. */
  reviewer: string | null;
  challenge: string;
  expires_at: Date;
}

export interface DeskInvitesTable {
  /** SHA-256 of the secret. */
  hash: string;
  reviewer: string;
  /** The administrator who made it for an existing reviewer. */
  invited_by: Generated<string | null>;
  expires_at: Date;
}

export interface DeskSessionsTable {
  /** SHA-256 of the cookie. */
  hash: string;
  reviewer: string;
  /** The mode whose data is shown. */
  mode: Mode;
  /** The administrator whose new invitation began the session. */
  invited_by: Generated<string | null>;
  /** When the reviewer signed in. */
  created_at: Date;
  seen_at: Date;
  expires_at: Date;
}

/** A sign-in that the identity provider has not answered yet. */
export interface DeskSignInsTable {
  /** SHA-256 of the state. */
  hash: string;
  verifier: string;
  nonce: string;
  expires_at: Date;
}
