import type { ServiceContext } from '../context.ts';
import { auditLink, auditMac } from '../crypto/auditMac.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { type AuditRow, auditLog } from '../db/store/auditLog.ts';
import { errorForLog } from '../log.ts';
import { type AuditHead, auditHead } from './auditHead.ts';

const BATCH = 500;

/** How much older than the end of the chain a new line may be: requests that wrote it at once commit in any order. */
const DISORDER_MS = 5 * 60_000;

/**
 * Adds new lines of the audit log to its chain: apart from the requests that wrote them, which would have to wait for
 * each other. By one node at a time. A line without its MAC, or older than the end of the chain, is refused: it was changed
 * since it was written, or never was. A chain that does not end as noted is not gone on with.
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
