import { migrateDatabase } from '../db/migrateDatabase.ts';
import { rootKey } from '../keys/rootKey.ts';
import { onDatabase } from './database.ts';

// `idv-verify-service migrate` brings the tables up to date and ends: for a job that runs before the nodes of a new
// version start. A start does the same by itself.

await onDatabase(
  async (config, connection) => {
    const applied = await migrateDatabase(config, connection, rootKey.openVault(config));
    process.stdout.write(
      applied.length > 0 ? `Applied: ${applied.join(', ')}\n` : 'The tables are up to date.\n',
    );
  },
  { makesTables: true },
);
