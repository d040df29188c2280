import type { ColumnType, Generated } from 'kysely';
import type { HandoffStep } from '../../contract/handoff.ts';
import type { Mode } from '../../contract/mode.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { Json } from './json.ts';

export interface ApiKeysTable {
  id: string;
  mode: Mode;
  /** SHA-256 in hex; the key itself is not kept. */
  hash: string;
  name: string | null;
  scopes: Json<Scope[]>;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
}

/** Session keys that the service hands out itself. Those that a customer's back end asks for have none. */
export type KeyReach = 'selfie' | 'link';

export interface SessionKeysTable {
  id: string;
  mode: Mode;
  case_id: string;
  hash: string;
  allowed_origins: Json<string[]>;
  /** `selfie`: the phone of a hand-off; `link`: a browser that opened the link of the case. */
  reach: ColumnType<KeyReach | null, KeyReach | undefined, never>;
  /** The step of the phone of a hand-off; `null`: the selfie. */
  step: ColumnType<HandoffStep | null, HandoffStep | undefined, never>;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
}

/** The link of a case; one at most. Its end follows from the status of the case. */
export interface LinksTable {
  case_id: string;
  mode: Mode;
  /** SHA-256 of the secret in hex, which it is found by. */
  hash: string;
  /** The secret, sealed with the data key of the case: its code and its messages can be written again. */
  secret: Uint8Array;
  created_at: Date;
  /** Dates of birth that were not that of the person. */
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
  /** Of the master key that it is sealed by. */
  master_key_id: string;
  sealed: Uint8Array;
  created_at: Date;
}

/** The tokens left of a limit, for all nodes together. */
export interface RateLimitsTable {
  /** A keyed fingerprint of the policy and the holder. */
  name: string;
  quota: number;
  per_second: number;
  tokens: number;
  /** The last lease. */
  lent: number;
  at: Date;
}
