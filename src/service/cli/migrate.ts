import { migrateDatabase } from '../db/migrateDatabase.ts';
import { onDatabase } from './database.ts';

// `idv-verify-service migrate` applies pending migrations and exits: for a job that runs before the nodes of a new
// version start. Without it, the service migrates at its start.

await onDatabase(
  async (config, connection) => {
    const applied = await migrateDatabase(config, connection);
    process.stdout.write(
      applied.length > 0 ? `Applied: ${applied.join(', ')}\n` : 'The tables are up to date.\n',
    );
  },
  { makesTables: true },
);
