import { createHash } from 'node:crypto';
import { purposes } from './purposes.ts';
import type { Vault } from './vault.ts';

/** The content of an audit line. */
export interface AuditLine {
  id: string;
  mode: string;
  at: Date;
  key_id: string;
  action: string;
  case_id: string;
  request_id: string;
  note: Uint8Array | null;
  /** Counts all lines from 1. */
  position: number;
}

/** The MAC of a line, computed when it is written. Access to the database alone cannot forge it. */
export function auditMac(vault: Vault, line: AuditLine): string {
  return vault.mac(purposes.auditLine, JSON.stringify(contentOf(line)));
}

/**
 * The link of a line: an HMAC over its content and the previous link. Without the key, write access to the database
 * does not suffice to change, add, move or remove a line undetected.
 * @param before the link of the previous line; empty for the first.
 */
export function auditLink(vault: Vault, before: string, line: AuditLine): string {
  return vault.mac(purposes.auditLink, JSON.stringify([before, ...contentOf(line)]));
}

function contentOf({ id, mode, at, key_id, action, case_id, request_id, note, position }: AuditLine) {
  const hash = note && createHash('sha256').update(note).digest('hex');
  return [id, mode, at.toISOString(), key_id, action, case_id, request_id, hash, position];
}
