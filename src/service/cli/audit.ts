import { verifyAudit } from '../audit/verifyAudit.ts';
import { createVault } from '../crypto/vault.ts';
import { rootKey } from '../keys/rootKey.ts';
import { ConfigError } from '../settings/config.ts';
import { onDatabase, requireMasterKey } from './database.ts';

// `idv-verify-service audit verify` prints what became of the audit log as one JSON object, and exits 1 if a line of it
// is not as it was written. The embedded database has to be free: stop the service first.

if (process.argv[2] === 'verify') {
  await onDatabase(
    async (config, { db }) => {
      const root = await rootKey.open(db, requireMasterKey(config));
      if (!root) throw new ConfigError('The database has no root key yet: nothing was written.');
      const verdict = await verifyAudit(db, createVault(root));
      process.stdout.write(`${JSON.stringify(verdict)}\n`);
      process.exitCode = verdict.ok ? 0 : 1;
    },
    { failed: 2 },
  );
} else {
  process.stderr.write('Usage: idv-verify-service audit verify\n');
  process.exitCode = 2;
}
