import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { makeDirectory } from '../../screening/makeDirectory.ts';
import { purposes } from '../crypto/purposes.ts';
import type { Vault } from '../crypto/vault.ts';
import type { Database } from '../db/schema.ts';
import { auditLog } from '../db/store/auditLog.ts';

/** The number of lines in the chain, and the link of the last line; `head` is empty before the first line. */
export interface AuditHead {
  count: number;
  head: string;
}

const NAME = 'audit.head';

/**
 * Sealed records of the chain's count and head, stored separately from its lines: in a table, in the transaction of each
 * line, and in the key directory, right after it. Write access to the database alone cannot reset the one in the key
 * directory.
 */
export const auditHead = {
  /**
   * Reads both records; `null` for one that does not exist. The chain must contain each recorded head.
   * @throws if a record was altered.
   */
  read: async (
    db: Kysely<Database>,
    vault: Vault,
    directory: string | null,
  ): Promise<{ inTable: AuditHead | null; inFile: AuditHead | null }> => {
    const inTable = await auditLog.head(db);
    return { inTable: inTable?.length ? opened(vault, inTable) : null, inFile: inFile(vault, directory) };
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

  inFile,

  /** Writes the head to the file, after that transaction. An outdated file still names a link of the chain. */
  write: async (vault: Vault, directory: string | null, head: AuditHead): Promise<void> => {
    if (directory === null) return;
    makeDirectory(directory);
    const draft = join(directory, `${NAME}.${randomUUID()}.part`);
    const file = await open(draft, 'w', 0o600);
    try {
      await file.writeFile(sealed(vault, head));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, join(directory, NAME));
  },
};

const REMOVED = 'The head of the audit log was removed, so no line can be added. Run "audit verify".';

function inFile(vault: Vault, directory: string | null): AuditHead | null {
  const path = directory && join(directory, NAME);
  return path && existsSync(path) ? opened(vault, readFileSync(path)) : null;
}

function opened(vault: Vault, sealed: Uint8Array): AuditHead {
  return JSON.parse(vault.openShared(purposes.auditHead, sealed).toString()) as AuditHead;
}

function sealed(vault: Vault, head: AuditHead): Uint8Array {
  return vault.sealShared(purposes.auditHead, JSON.stringify(head));
}
