import type { Kysely } from 'kysely';
import { auditLink, auditMac } from '../crypto/auditMac.ts';
import type { Vault } from '../crypto/vault.ts';
import type { Database } from '../db/schema.ts';
import { auditLog } from '../db/store/auditLog.ts';
import { type AuditHead, auditHead } from './auditHead.ts';

const BATCH = 500;

/**
 * Recomputes the MAC and the link of each line of a verified log with another root key, so that an earlier key cannot
 * forge lines.
 * @returns count and head, for the record beside the slots after the commit.
 */
export async function relinkAudit(tx: Kysely<Database>, vault: Vault): Promise<AuditHead> {
  let head: AuditHead = { count: 0, head: '' };
  for (let rows = await auditLog.after(tx, 0, BATCH); rows.length > 0; ) {
    for (const row of rows) {
      head = { count: row.position, head: auditLink(vault, head.head, row) };
      await auditLog.update(tx, row.id, { mac: auditMac(vault, row), link: head.head });
    }
    rows = await auditLog.after(tx, head.count, BATCH);
  }
  if (head.count > 0) await auditHead.store(tx, vault, head);
  return head;
}
