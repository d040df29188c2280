import type { ServiceContext } from '../context.ts';
import { auditLink, auditMac } from '../crypto/auditMac.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { type AuditRow, auditLog } from '../db/store/auditLog.ts';
import { errorForLog } from '../log.ts';
import { type AuditHead, auditHead } from './auditHead.ts';

const BATCH = 500;

/** Tolerance for the time of a new line before the end of the chain: concurrent requests commit in any order. */
const DISORDER_MS = 5 * 60_000;

/**
 * Adds new lines of the audit log to its chain. Runs in the background, so that concurrent requests do not wait for
 * each other, and on one node at a time. A line with a wrong MAC is refused, and so is a line that is older than the
 * end of the chain: the service did not write it, or somebody altered it. Links nothing if a recorded head lies beyond
 * the end of the chain or differs from it.
 * @returns whether there are more.
 */
export async function linkAudit(context: ServiceContext): Promise<boolean> {
  const { vault, log, keysDirectory } = context;
  const linked = await inTransaction(context, async (tx) => {
    const rows = await auditLog.unlinked(tx, BATCH);
    if (rows.length === 0) return null;
    const last = await auditLog.last(tx);
    const end: AuditHead = { count: last?.position ?? 0, head: last?.link ?? '' };
    const noted = await auditHead.read(tx, vault, keysDirectory).catch((error) => {
      log.error('audit log not linked', errorForLog(error));
      return 'unreadable' as const;
    });
    if (noted === 'unreadable') return null;
    if (!noted.every((head) => head.count < end.count || isSame(head, end))) {
      log.error('audit log not linked', { lines: end.count, detail: CUT_OFF });
      return null;
    }
    let head = end;
    for (const row of rows) {
      if (isRefused(context, row, last)) {
        log.error('audit line refused', { id: row.id });
        await auditLog.update(tx, row.id, { refused: true });
        continue;
      }
      head = { count: head.count + 1, head: auditLink(vault, head.head, row) };
      await auditLog.update(tx, row.id, { position: head.count, link: head.head });
    }
    await auditHead.store(tx, vault, head);
    return { head, hasMore: rows.length === BATCH };
  });
  if (!linked) return false;
  auditHead.write(vault, keysDirectory, linked.head);
  return linked.hasMore;
}

const CUT_OFF = 'The audit log was truncated or its end was changed. Run "audit verify".';

function isSame(one: AuditHead, other: AuditHead): boolean {
  return one.count === other.count && one.head === other.head;
}

function isRefused({ vault }: ServiceContext, row: AuditRow, last: AuditRow | undefined): boolean {
  if (row.mac !== auditMac(vault, row)) return true;
  return last !== undefined && row.at.getTime() < last.at.getTime() - DISORDER_MS;
}
