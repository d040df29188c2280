import type { Kysely } from 'kysely';
import { newId } from '../../contract/ids.ts';
import type { Mode } from '../../contract/mode.ts';
import type { ServiceContext } from '../context.ts';
import { type AuditLine, auditLink, auditMac } from '../crypto/auditMac.ts';
import { purposes } from '../crypto/purposes.ts';
import type { DataKeyOwner } from '../crypto/vault.ts';
import { afterCommit, beforeCommit } from '../db/inTransaction.ts';
import type { Database } from '../db/schema.ts';
import { auditLog } from '../db/store/auditLog.ts';
import { auditHead } from './auditHead.ts';
import { recordHead } from './recordHead.ts';

/** The content of an audit line: actor, action, subject and request. */
export interface AuditEntry {
  /** The subject; its `id` is empty for an act without a subject. */
  row: DataKeyOwner & { mode: Mode };
  /** An API key, or a reviewer with a role at the desk. */
  caller: { keyId: string; role?: string };
  requestId: string;
  action: string;
  /** A reviewer's note, sealed with the data key of the case. */
  note?: string | null | undefined;
}

/**
 * Appends a line to the audit log, in the transaction of the change it records. It is numbered and linked to the chain
 * right before the commit: the lock that orders the lines is the last one of the transaction, and held shortly.
 */
export async function writeAudit(
  context: ServiceContext,
  tx: Kysely<Database>,
  { row, caller, requestId, action, note }: AuditEntry,
): Promise<void> {
  const { clock, vault } = context;
  const at = clock();
  const line = {
    id: newId('log', at.getTime()),
    mode: row.mode,
    at,
    key_id: caller.role ? `${caller.keyId}/${caller.role}` : caller.keyId,
    action,
    case_id: row.id,
    request_id: requestId,
    note: note && row.data_key ? vault.seal(row, purposes.reviewNote, note) : null,
  };
  await beforeCommit(context, tx, async (last) => {
    await append(context, last, line);
    afterCommit(last, () => recordHead(context));
  });
}

async function append(
  { vault }: ServiceContext,
  tx: Kysely<Database>,
  content: Omit<AuditLine, 'position'>,
): Promise<void> {
  const end = await auditHead.lock(tx, vault);
  const line = { ...content, position: end.count + 1 };
  const link = auditLink(vault, end.head, line);
  await auditLog.insert(tx, { ...line, mode: line.mode as Mode, mac: auditMac(vault, line), link });
  await auditHead.store(tx, vault, { count: line.position, head: link });
}
