import type { Generated } from 'kysely';
import type { HandoffEnd, HandoffReach, HandoffStatus, JoinHandoff } from '../../contract/handoff.ts';
import type { Mode } from '../../contract/mode.ts';
import type { Json, NullableJson } from './json.ts';

/** A secret by which a phone can join: the hashes of the secret in its QR code and of the code to type. */
export interface HandoffSecret {
  hash: string;
  codeHash: string;
  /** Milliseconds since 1970. */
  at: number;
}

export interface HandoffsTable {
  case_id: string;
  mode: Mode;
  /** What its phone reaches; `selfie`: the pictures of a document too. */
  step: HandoffReach;
  /** The browser that started it, as in `session_keys`. */
  browser: Generated<string | null>;
  status: HandoffStatus;
  reason: HandoffEnd | null;
  /** Start times of the case's hand-offs in the last hour, in milliseconds since 1970. */
  starts: Json<number[]>;
  /**
   * The most recent secrets. They are kept after a phone has joined, so that another phone learns that it is too late.
   */
  secrets: Json<HandoffSecret[]>;
  /** Browser and system of the computer. */
  computer: string;
  /** Keyed fingerprint of the computer's address, until a phone joins. */
  address_mark: string | null;
  phone: string | null;
  phone_key: NullableJson<NonNullable<JoinHandoff['publicKey']>>;
  /** SHA-256 of the cookie of a phone without a key. */
  phone_cookie: string | null;
  /** The confirmation digits, sealed with the data key of the case. */
  digits: Uint8Array | null;
  seconds: number | null;
  same_address: boolean | null;
  wrong_digits: Generated<number>;
  refusals: Generated<number>;
  created_at: Date;
  confirmed_at: Date | null;
}
