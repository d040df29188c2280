import type { Kysely } from 'kysely';
import type { Vault } from '../crypto/vault.ts';
import type { Database } from '../db/schema.ts';
import { auditLog } from '../db/store/auditLog.ts';
import { auditLink } from './auditLink.ts';

const BATCH = 1000;

/** What became of the audit log. */
export interface AuditVerdict {
  ok: boolean;
  /** Lines whose link is right, from the first one on. */
  lines: number;
  /** The last right link: noted elsewhere, it tells later whether lines were cut off at the end. */
  head: string;
  /** The first line that is not as it was written, or that follows a gap; `null` if all are. */
  brokenAt: { position: number; id: string } | null;
  /** Lines that have not been linked yet. */
  unlinked: number;
}

/** Walks the chain of the audit log from its beginning; changes nothing. */
export async function verifyAudit(db: Kysely<Database>, vault: Vault): Promise<AuditVerdict> {
  let [lines, head] = [0, ''];
  let brokenAt: AuditVerdict['brokenAt'] = null;
  for (let rows = await auditLog.after(db, 0, BATCH); rows.length > 0 && !brokenAt; ) {
    for (const row of rows) {
      const isNext = row.position === lines + 1 && row.link === auditLink(vault, head, row);
      if (!isNext) {
        brokenAt = { position: row.position!, id: row.id };
        break;
      }
      [lines, head] = [row.position!, row.link!];
    }
    rows = await auditLog.after(db, lines, BATCH);
  }
  const unlinked = (await auditLog.unlinked(db, BATCH)).length;
  return { ok: brokenAt === null, lines, head, brokenAt, unlinked };
}
