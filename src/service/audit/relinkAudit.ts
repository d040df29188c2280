import type { Kysely } from 'kysely';
import { auditLink, auditMac } from '../crypto/auditMac.ts';
import type { Vault } from '../crypto/vault.ts';
import type { Database } from '../db/schema.ts';
import { auditLog } from '../db/store/auditLog.ts';
import { type AuditHead, auditHead } from './auditHead.ts';

const BATCH = 500;

/**
 * Gives each line of a log that was verified its MAC and its link by another root key: who has the earlier one can make none
 * that counts. @returns count and head, for the directory of keys once the transaction is committed.
 */
export async function relinkAudit(tx: Kysely<Database>, vault: Vault): Promise<AuditHead> {
  let head: AuditHead = { count: 0, head: '' };
  for (let rows = await auditLog.after(tx, 0, BATCH); rows.length > 0; ) {
    for (const row of rows) {
      head = { count: row.position!, head: auditLink(vault, head.head, row) };
      await auditLog.update(tx, row.id, { mac: auditMac(vault, row), link: head.head });
    }
    rows = await auditLog.after(tx, head.count, BATCH);
  }
  for (let after = ''; ; ) {
    const rows = await auditLog.waitingAfter(tx, after, BATCH);
    for (const row of rows) await auditLog.update(tx, row.id, { mac: auditMac(vault, row) });
    if (rows.length < BATCH) break;
    after = rows.at(-1)!.id;
  }
  if (head.count > 0) await auditHead.store(tx, vault, head);
  return head;
}
