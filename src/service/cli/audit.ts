import { auditHead } from '../audit/auditHead.ts';
import { type AuditVerdict, verifyAudit } from '../audit/verifyAudit.ts';
import { createVault } from '../crypto/vault.ts';
import { keyStore } from '../keys/keyStore.ts';
import { rootKey } from '../keys/rootKey.ts';
import { ConfigError } from '../settings/config.ts';
import { onDatabase, requireMasterKey } from './database.ts';

// `idv-verify-service audit verify` prints the state of the audit log as one JSON object, and exits with 1 if a line
// was changed or removed; with `--restored` the log may end before the head beside the slots of data keys, as that of a backup does,
// and nothing is written, in a bucket neither. `audit accept` continues with the log of a restored backup. The embedded database must be
// free: stop the service first.

const [action = '', ...options] = process.argv.slice(2);
const isRestored = action === 'verify' && options.join() === '--restored';
if ((action === 'verify' || action === 'accept') && (options.length === 0 || isRestored)) {
  await onDatabase(
    async (config, { db }) => {
      const root = await rootKey.open(db, requireMasterKey(config));
      if (!root) throw new ConfigError('The database has no root key yet, so there is no audit log.');
      const vault = createVault(root);
      const { slots, record } = await keyStore.openForLog(db, config);
      let verdict = await verifyAudit(db, vault, record, { isRestored });
      if (action === 'accept') {
        requireWhole(verdict);
        const head = { count: verdict.lines, head: verdict.head };
        await auditHead.store(db, vault, head);
        await auditHead.write(vault, record, head);
        verdict = await verifyAudit(db, vault, record);
      }
      process.stdout.write(`${JSON.stringify(verdict)}\n`);
      process.exitCode = verdict.ok ? 0 : 1;
      await slots?.close();
    },
    { failed: 2 },
  );
} else {
  process.stderr.write('Usage: idv-verify-service audit verify [--restored] | audit accept\n');
  process.exitCode = 2;
}

/** A shorter log may come from a backup; a changed one cannot. */
function requireWhole({ brokenAt, strays }: AuditVerdict): void {
  if (brokenAt === null && strays === 0) return;
  throw new ConfigError('The audit log was changed, so nothing was accepted. Restore another backup.');
}
