import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
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
 * Sealed records of the chain's count and head, stored separately from its lines: in a table, and in the key directory.
 * Write access to the database alone cannot reset the record in the key directory.
 */
export const auditHead = {
  /**
   * Reads both records. The chain must contain each recorded head.
   * @throws if a record was altered.
   */
  read: async (db: Kysely<Database>, vault: Vault, directory: string | null): Promise<AuditHead[]> => {
    const inTable = await auditLog.head(db);
    const path = directory && join(directory, NAME);
    const inFile = path && existsSync(path) ? readFileSync(path) : null;
    return [inTable, inFile].flatMap((sealed) =>
      sealed ? (JSON.parse(vault.openShared(purposes.auditHead, sealed).toString()) as AuditHead) : [],
    );
  },

  /** Stores the head in the table, in the transaction that links the lines. */
  store: (tx: Kysely<Database>, vault: Vault, head: AuditHead): Promise<void> =>
    auditLog.setHead(tx, sealed(vault, head)),

  /** Writes the head to the file, after that transaction. An outdated file still names a link of the chain. */
  write: (vault: Vault, directory: string | null, head: AuditHead): void => {
    if (directory === null) return;
    makeDirectory(directory);
    const draft = join(directory, `${NAME}.part`);
    const file = openSync(draft, 'w', 0o600);
    try {
      writeSync(file, sealed(vault, head));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, join(directory, NAME));
  },
};

function sealed(vault: Vault, head: AuditHead): Uint8Array {
  return vault.sealShared(purposes.auditHead, JSON.stringify(head));
}
