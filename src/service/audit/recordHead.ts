import type { ServiceContext } from '../context.ts';
import type { Vault } from '../crypto/vault.ts';
import { auditLog } from '../db/store/auditLog.ts';
import { errorForLog } from '../log.ts';
import { type AuditHead, auditHead } from './auditHead.ts';

/** The recordings under way, so that many lines at once are recorded once. */
const underWay = new WeakMap<Vault, { isAskedAgain: boolean }>();

type Recording = Pick<ServiceContext, 'db' | 'vault' | 'log' | 'keysDirectory'>;

/**
 * Copies the head of the audit log from its table to the key directory: after each commit that added lines, and
 * periodically. A record that the log does not contain stays, because somebody removed lines.
 */
export async function recordHead(context: Recording): Promise<void> {
  const { vault, log, keysDirectory } = context;
  if (keysDirectory === null) return;
  const running = underWay.get(vault);
  if (running) {
    running.isAskedAgain = true;
    return;
  }
  const state = { isAskedAgain: true };
  underWay.set(vault, state);
  try {
    while (state.isAskedAgain) {
      state.isAskedAgain = false;
      await copy(context, keysDirectory);
    }
  } catch (error) {
    log.error('audit head not recorded', errorForLog(error));
  } finally {
    underWay.delete(vault);
  }
}

async function copy({ db, vault, log }: Recording, directory: string): Promise<void> {
  const { inTable, inFile } = await auditHead.read(db, vault, directory);
  if (!inTable || (inFile && isSame(inFile, inTable))) return;
  if (inFile && (await auditLog.at(db, inFile.count))?.link !== inFile.head) {
    log.error('audit head not recorded', { lines: inTable.count, detail: CUT_OFF });
    return;
  }
  // Another node may have recorded a later one.
  if (!inFile || inFile.count < inTable.count) await auditHead.write(vault, directory, inTable);
}

const CUT_OFF = 'The audit log was truncated or its end was changed. Run "audit verify".';

function isSame(one: AuditHead, other: AuditHead): boolean {
  return one.count === other.count && one.head === other.head;
}
