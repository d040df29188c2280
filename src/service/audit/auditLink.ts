import { purposes } from '../crypto/purposes.ts';
import { sha256 } from '../crypto/sha256.ts';
import type { Vault } from '../crypto/vault.ts';
import type { AuditRow } from '../db/store/auditLog.ts';

/**
 * The link of a line: an HMAC over what it says and over the link before it, so that whoever can write to the database
 * alone can change, add, move or remove no line unseen.
 * @param before the link of the line before it; empty for the first.
 */
export function auditLink(
  vault: Vault,
  before: string,
  { id, mode, at, key_id, action, case_id, request_id, note }: Omit<AuditRow, 'position' | 'link'>,
): string {
  const line = [
    before,
    id,
    mode,
    at.toISOString(),
    key_id,
    action,
    case_id,
    request_id,
    note && sha256(note),
  ];
  return vault.fingerprint(purposes.auditLink, JSON.stringify(line));
}
