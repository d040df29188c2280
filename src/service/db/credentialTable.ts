import type { Generated } from 'kysely';
import type { AskedClaim, Credential, CredentialStatus } from '../../contract/credential.ts';
import type { Mode } from '../../contract/mode.ts';
import type { Json, NullableJson } from './json.ts';

/** The result of checking an answer, without the values of claims. */
export type FoundCredential = Pick<
  Credential,
  | 'code'
  | 'format'
  | 'kind'
  | 'type'
  | 'issuer'
  | 'protocol'
  | 'validity'
  | 'revocation'
  | 'claims'
  | 'portrait'
  | 'reasons'
> & {
  /** The location of the status; removed once the status is known. */
  statusReference?: {
    kind: 'status_list' | 'identifier_list';
    uri: string;
    index: number | null;
    id: string | null;
  };
  /** Certificates of the issuer with their issuers, in base64: revocation lists may name them. Removed likewise. */
  issued?: { certificate: string; issuer: string }[];
};

/** A request to a wallet and its answer. */
export interface CredentialChecksTable {
  case_id: string;
  id: string;
  mode: Mode;
  /** `received`: the answer is not checked yet; shown as `processing`. */
  status: CredentialStatus | 'received';
  /** Origin of the requesting page. The answer is bound to it. */
  origin: string;
  asked: Json<AskedClaim[]>;
  /** Whether the phone of a hand-off sent the request. Then only this phone may answer. */
  by_phone: Generated<boolean>;
  /** The browser that sent the request, as in `session_keys`: only it is shown the proven values. */
  browser: Generated<string | null>;
  /** Nonce, private key and queries, sealed with the data key of the case; `null` once used. */
  sealed_session: Uint8Array | null;
  /** The answer as received, sealed with the same key, until it is checked. */
  sealed_answer: Uint8Array | null;
  answer_sha256: string | null;
  found: NullableJson<FoundCredential>;
  created_at: Date;
  expires_at: Date;
  answered_at: Date | null;
  completed_at: Date | null;
}
