import type { Kysely } from 'kysely';
import { auditLink, auditMac } from '../crypto/auditMac.ts';
import type { Vault } from '../crypto/vault.ts';
import type { Database } from '../db/schema.ts';
import { type AuditRow, auditLog } from '../db/store/auditLog.ts';
import { type AuditHead, auditHead } from './auditHead.ts';

const BATCH = 1000;

/** What became of the audit log. */
export interface AuditVerdict {
  ok: boolean;
  /** Lines whose link is right, from the first one on. */
  lines: number;
  /** The last valid link: recorded elsewhere, it later shows whether lines were removed at the end. */
  head: string;
  /** The first line that is not as it was written, or that follows a gap; `null` if all are. */
  brokenAt: { position: number; id: string } | null;
  /** Lines that have not been linked yet, and are as they were written. */
  unlinked: number;
  /** Lines that are not as they were written, or that the service never wrote. */
  refused: number;
  /** How many lines the log had, where it has fewer, or others, than count and head say that are sealed apart; else `null`. */
  cutOffFrom: number | null;
}

/**
 * Verifies the chain of the audit log from its start, without changing anything.
 * @param directory the key directory with a second record of count and head; `null` if there is none.
 */
export async function verifyAudit(
  db: Kysely<Database>,
  vault: Vault,
  directory: string | null = null,
): Promise<AuditVerdict> {
  const noted = await auditHead.read(db, vault, directory);
  const missing = new Set(noted.filter(({ count }) => count > 0));
  const pass = (end: AuditHead) => {
    for (const one of missing) if (one.count === end.count && one.head === end.head) missing.delete(one);
  };
  let [lines, head] = [0, ''];
  let brokenAt: AuditVerdict['brokenAt'] = null;
  for (let rows = await auditLog.after(db, 0, BATCH); rows.length > 0 && !brokenAt; ) {
    for (const row of rows) {
      // Lines that were linked before there were MACs have none.
      const hasMac = row.mac === null || row.mac === auditMac(vault, row);
      const isNext = row.position === lines + 1 && row.link === auditLink(vault, head, row) && hasMac;
      if (!isNext) {
        brokenAt = { position: row.position!, id: row.id };
        break;
      }
      [lines, head] = [row.position!, row.link!];
      pass({ count: lines, head });
    }
    rows = await auditLog.after(db, lines, BATCH);
  }
  const waiting = await auditLog.waiting(db, BATCH);
  const isWritten = (row: AuditRow) => !row.refused && row.mac === auditMac(vault, row);
  const unlinked = waiting.filter(isWritten).length;
  const refused = waiting.length - unlinked;
  const cutOffFrom = missing.size === 0 ? null : Math.max(...[...missing].map(({ count }) => count));
  const ok = brokenAt === null && refused === 0 && cutOffFrom === null;
  return { ok, lines, head, brokenAt, unlinked, refused, cutOffFrom };
}
