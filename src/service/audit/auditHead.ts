import type { Kysely } from 'kysely';
import type { HeadRecord } from '../crypto/keySlots.ts';
import { purposes } from '../crypto/purposes.ts';
import type { Vault } from '../crypto/vault.ts';
import type { Database } from '../db/schema.ts';
import { auditLog } from '../db/store/auditLog.ts';

/** The number of lines in the chain, and the link of the last line; `head` is empty before the first line. */
export interface AuditHead {
  count: number;
  head: string;
}

/**
 * Sealed records of the chain's count and head, stored separately from its lines: in a table, in the transaction of each
 * line, and beside the slots of data keys, right after it. Write access to the database alone cannot reset the one beside
 * the slots.
 */
export const auditHead = {
  /**
   * Reads both records; `null` for one that does not exist. The chain must contain each recorded head.
   * @throws if a record was altered.
   */
  read: async (
    db: Kysely<Database>,
    vault: Vault,
    record: HeadRecord | null,
  ): Promise<{ inTable: AuditHead | null; beside: AuditHead | null }> => {
    const inTable = await auditLog.head(db);
    return {
      inTable: inTable?.length ? opened(vault, inTable) : null,
      beside: await auditHead.beside(vault, record),
    };
  },

  /**
   * The head, locked until the transaction ends.
   * @throws if the record was altered or removed.
   */
  lock: async (tx: Kysely<Database>, vault: Vault): Promise<AuditHead> => {
    const sealed = await auditLog.lockHead(tx);
    if (sealed) return opened(vault, sealed);
    if (await auditLog.at(tx, 1)) throw new Error(REMOVED);
    return { count: 0, head: '' };
  },

  /** Stores the head in the table, in the transaction that appends the lines. */
  store: (tx: Kysely<Database>, vault: Vault, head: AuditHead): Promise<void> =>
    auditLog.setHead(tx, sealed(vault, head)),

  /** The record beside the slots. */
  beside: async (vault: Vault, record: HeadRecord | null): Promise<AuditHead | null> => {
    const sealedHead = await record?.read();
    return sealedHead ? opened(vault, sealedHead) : null;
  },

  /** Writes it, after that transaction. An outdated one still names a link of the chain. */
  write: async (vault: Vault, record: HeadRecord | null, head: AuditHead): Promise<void> =>
    await record?.write(sealed(vault, head)),
};

const REMOVED = 'The head of the audit log was removed, so no line can be added. Run "audit verify".';

function opened(vault: Vault, sealed: Uint8Array): AuditHead {
  return JSON.parse(vault.openShared(purposes.auditHead, sealed).toString()) as AuditHead;
}

function sealed(vault: Vault, head: AuditHead): Uint8Array {
  return vault.sealShared(purposes.auditHead, JSON.stringify(head));
}
