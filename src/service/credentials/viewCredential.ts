import type { Selectable } from 'kysely';
import type { Credential, CredentialRequest } from '../../contract/credential.ts';
import type { CredentialChecksTable, FoundCredential } from '../db/credentialTable.ts';

export type CredentialRow = Selectable<CredentialChecksTable>;

/** A request as shown to its page. */
export function viewRequest(row: CredentialRow, now: Date): CredentialRequest {
  return {
    object: 'credential_request',
    id: row.id,
    mode: row.mode,
    caseId: row.case_id,
    status: requestStatus(row, now),
    asked: row.asked,
    purpose: 'identity_verification',
    expiresAt: row.expires_at.toISOString(),
  };
}

function requestStatus({ status, expires_at }: CredentialRow, now: Date): CredentialRequest['status'] {
  if (status === 'pending') return expires_at > now ? 'pending' : 'expired';
  if (status === 'received' || status === 'expired') return status;
  // The page does not learn the status.
  return 'done';
}

const NOTHING = {
  code: null,
  format: null,
  kind: null,
  type: null,
  issuer: null,
  protocol: null,
  validity: null,
  revocation: { result: 'unknown', at: null },
  claims: [],
  portrait: null,
  reasons: [],
} as const;

/** A credential as shown to the customer's back end. */
export function viewCredential(row: CredentialRow): Credential {
  const empty: FoundCredential = { ...NOTHING, claims: [], reasons: [] };
  const { statusReference: _, issued: __, ...result } = row.found ?? empty;
  const status = row.status === 'received' ? 'processing' : row.status;
  return {
    object: 'credential',
    id: row.id,
    mode: row.mode,
    caseId: row.case_id,
    status,
    ...result,
    origin: row.origin,
    answerSha256: row.answer_sha256,
    createdAt: row.created_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
  };
}
