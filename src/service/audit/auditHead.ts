import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { makeDirectory } from '../../screening/makeDirectory.ts';
import { purposes } from '../crypto/purposes.ts';
import type { Vault } from '../crypto/vault.ts';
import type { Database } from '../db/schema.ts';
import { auditLog } from '../db/store/auditLog.ts';

/** How many lines the chain has, and the link of the last; empty before the first. */
export interface AuditHead {
  count: number;
  head: string;
}

const NAME = 'audit.head';

/**
 * Count and head of the chain, sealed, stored separately from its lines: in a table, and in the key directory, where
 * access to the database alone cannot restore an older one.
 */
export const auditHead = {
  /**
   * All that are noted; the chain must pass through each.
   * @throws if one is not as it was sealed.
   */
  read: async (db: Kysely<Database>, vault: Vault, directory: string | null): Promise<AuditHead[]> => {
    const inTable = await auditLog.head(db);
    const path = directory && join(directory, NAME);
    const inFile = path && existsSync(path) ? readFileSync(path) : null;
    return [inTable, inFile].flatMap((sealed) =>
      sealed ? (JSON.parse(vault.openShared(purposes.auditHead, sealed).toString()) as AuditHead) : [],
    );
  },

  /** Notes it in the table, in the transaction that links. */
  store: (tx: Kysely<Database>, vault: Vault, head: AuditHead): Promise<void> =>
    auditLog.setHead(tx, sealed(vault, head)),

  /** Notes it in the file, after that transaction: a file that is behind names a link that the chain still has. */
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
