import type { ColumnType, Generated } from 'kysely';
import type { HandoffReach } from '../../contract/handoff.ts';
import type { Mode } from '../../contract/mode.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { Json } from './json.ts';

export interface ApiKeysTable {
  id: string;
  mode: Mode;
  /** SHA-256 in hex; the key itself is not stored. */
  hash: string;
  name: string | null;
  scopes: Json<Scope[]>;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
}

/**
 * The scope of a session key that the service issued itself. Session keys requested by a customer's back end have none.
 */
export type KeyReach = 'selfie' | 'link';

export interface SessionKeysTable {
  id: string;
  mode: Mode;
  case_id: string;
  hash: string;
  allowed_origins: Json<string[]>;
  /** `selfie`: the phone of a hand-off; `link`: a browser that opened the link of the case. */
  reach: ColumnType<KeyReach | null, KeyReach | undefined, never>;
  /** What the phone of a hand-off reaches; `null`: the pictures, of a document and the selfie. */
  step: ColumnType<HandoffReach | null, HandoffReach | undefined, never>;
  /** SHA-256 of the cookie of a browser that opened the link; a phone has that of its computer; `null`: the customer's page. */
  browser: ColumnType<string | null, string | null | undefined, never>;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
}

/** The link of a case, at most one. The status of the case determines when it ends. */
export interface LinksTable {
  case_id: string;
  mode: Mode;
  /** SHA-256 of the secret in hex, by which the link is found. */
  hash: string;
  /** The secret, sealed with the data key of the case, so that QR code and messages can be shown again. */
  secret: Uint8Array;
  created_at: Date;
  /** Number of wrong dates of birth entered. */
  wrong_dates: Generated<number>;
}

/** Browsers that opened a link, by their cookies. */
export interface PageCookiesTable {
  case_id: string;
  /** SHA-256 in hex. */
  hash: string;
  expires_at: Date;
}

export interface RootKeysTable {
  /** The id of the master key that seals this copy. */
  master_key_id: string;
  sealed: Uint8Array;
  created_at: Date;
}

/** The remaining tokens of a rate limit, shared by all nodes. */
export interface RateLimitsTable {
  /** A keyed fingerprint of the limit's policy and its holder. */
  name: string;
  quota: number;
  per_second: number;
  tokens: number;
  /** The number of tokens in the last lease. */
  lent: number;
  at: Date;
}
