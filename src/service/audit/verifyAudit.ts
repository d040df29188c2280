import type { Kysely } from 'kysely';
import { auditLink, auditMac } from '../crypto/auditMac.ts';
import type { HeadRecord } from '../crypto/keySlots.ts';
import type { Vault } from '../crypto/vault.ts';
import type { Database } from '../db/schema.ts';
import { auditLog } from '../db/store/auditLog.ts';
import { type AuditHead, auditHead } from './auditHead.ts';

const BATCH = 1000;

/** The result of verifying the audit log. */
export interface AuditVerdict {
  ok: boolean;
  /** Number of lines with a valid link, from the first line to the first broken one. */
  lines: number;
  /** The last valid link: recorded elsewhere, it later shows whether lines were removed at the end. */
  head: string;
  /** The first line that was changed or follows a gap; `null` if there is none. */
  brokenAt: { position: number; id: string } | null;
  /** Number of rows that are no lines of the chain, if all lines are valid. */
  strays: number;
  /**
   * The number of lines in a recorded head that the chain does not contain: lines at the end were removed or replaced.
   * `null` if the chain contains every recorded head, or the database is a restored one that ends before it.
   */
  cutOffFrom: number | null;
}

/**
 * Verifies the chain of the audit log from its start, without changing anything.
 * @param record the second record of count and head, beside the slots of data keys; `null` if there is none.
 * @param isRestored whether the database comes from a backup, so that the second record may be later than its last line.
 */
export async function verifyAudit(
  db: Kysely<Database>,
  vault: Vault,
  record: HeadRecord | null = null,
  { isRestored = false } = {},
): Promise<AuditVerdict> {
  const { inTable, beside } = await auditHead.read(db, vault, record);
  const noted = [inTable, beside].filter((head) => head !== null);
  const missing = new Set(noted.filter(({ count }) => count > 0));
  const pass = (end: AuditHead) => {
    for (const one of missing) if (one.count === end.count && one.head === end.head) missing.delete(one);
  };
  let [lines, head] = [0, ''];
  let brokenAt: AuditVerdict['brokenAt'] = null;
  for (let rows = await auditLog.after(db, 0, BATCH); rows.length > 0 && !brokenAt; ) {
    for (const row of rows) {
      const isNext =
        row.position === lines + 1 &&
        row.link === auditLink(vault, head, row) &&
        row.mac === auditMac(vault, row);
      if (!isNext) {
        brokenAt = { position: row.position, id: row.id };
        break;
      }
      [lines, head] = [row.position, row.link];
      pass({ count: lines, head });
    }
    rows = await auditLog.after(db, lines, BATCH);
  }
  if (isRestored && beside && beside.count > lines) missing.delete(beside);
  const strays = brokenAt ? 0 : (await auditLog.countUpTo(db, lines)) - lines;
  // The record in the table is written with every line.
  const isRecorded = lines === 0 || inTable !== null;
  const cutOffFrom = missing.size === 0 ? null : Math.max(...[...missing].map(({ count }) => count));
  const ok = brokenAt === null && strays === 0 && cutOffFrom === null && isRecorded;
  return { ok, lines, head, brokenAt, strays, cutOffFrom };
}
