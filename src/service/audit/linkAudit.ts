import type { ServiceContext } from '../context.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { auditLog } from '../db/store/auditLog.ts';
import { auditLink } from './auditLink.ts';

const BATCH = 500;

/**
 * Adds new lines of the audit log to its chain: apart from the requests that wrote them, which would have to wait for
 * each other. By one node at a time. @returns whether there are more.
 */
export async function linkAudit(context: ServiceContext): Promise<boolean> {
  return await inTransaction(context, async (tx) => {
    const rows = await auditLog.unlinked(tx, BATCH);
    if (rows.length === 0) return false;
    const last = await auditLog.last(tx);
    let [position, link] = [last?.position ?? 0, last?.link ?? ''];
    for (const row of rows) {
      position += 1;
      link = auditLink(context.vault, link, row);
      await auditLog.link(tx, row.id, { position, link });
    }
    return rows.length === BATCH;
  });
}
