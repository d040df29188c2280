import { createHash } from 'node:crypto';
import { purposes } from './purposes.ts';
import type { Vault } from './vault.ts';

/** What a line of the audit log says. */
export interface AuditLine {
  id: string;
  mode: string;
  at: Date;
  key_id: string;
  action: string;
  case_id: string;
  request_id: string;
  note: Uint8Array | null;
}

/** The MAC of a line where it is written: who can write to the database alone can make none. */
export function auditMac(vault: Vault, line: AuditLine): string {
  return vault.fingerprint(purposes.auditLine, JSON.stringify(contentOf(line)));
}

/**
 * The link of a line: an HMAC over what it says and over the link before it, so that whoever can write to the database
 * alone can change, add, move or remove no line unseen.
 * @param before the link of the line before it; empty for the first.
 */
export function auditLink(vault: Vault, before: string, line: AuditLine): string {
  return vault.fingerprint(purposes.auditLink, JSON.stringify([before, ...contentOf(line)]));
}

function contentOf({ id, mode, at, key_id, action, case_id, request_id, note }: AuditLine) {
  const hash = note && createHash('sha256').update(note).digest('hex');
  return [id, mode, at.toISOString(), key_id, action, case_id, request_id, hash];
}
