import type { ServiceContext } from '../context.ts';
import type { HeadRecord } from '../crypto/keySlots.ts';
import type { Vault } from '../crypto/vault.ts';
import { auditLog } from '../db/store/auditLog.ts';
import { errorForLog } from '../log.ts';
import { type AuditHead, auditHead } from './auditHead.ts';

/** The recordings under way, so that many lines at once are recorded once. */
const underWay = new WeakMap<Vault, { isAskedAgain: boolean }>();

type Recording = Pick<ServiceContext, 'db' | 'vault' | 'log' | 'headRecord'>;

/**
 * Copies the head of the audit log from its table to the record beside the slots of data keys: after each commit that added lines, and
 * periodically. A record that the log does not contain stays, because somebody removed lines.
 */
export async function recordHead(context: Recording): Promise<void> {
  const { vault, log, headRecord } = context;
  if (headRecord === null) return;
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
      await copy(context, headRecord);
    }
  } catch (error) {
    log.error('audit head not recorded', errorForLog(error));
  } finally {
    underWay.delete(vault);
  }
}

async function copy({ db, vault, log }: Recording, record: HeadRecord): Promise<void> {
  const { inTable, beside } = await auditHead.read(db, vault, record);
  if (!inTable || (beside && isSame(beside, inTable))) return;
  if (beside && (await auditLog.at(db, beside.count))?.link !== beside.head) {
    log.error('audit head not recorded', { lines: inTable.count, detail: CUT_OFF });
    return;
  }
  // Another node may have recorded a later one.
  if (!beside || beside.count < inTable.count) await auditHead.write(vault, record, inTable);
}

const CUT_OFF = 'The audit log was truncated or its end was changed. Run "audit verify".';

function isSame(one: AuditHead, other: AuditHead): boolean {
  return one.count === other.count && one.head === other.head;
}
