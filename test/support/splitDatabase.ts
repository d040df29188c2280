import pg from 'pg';
import { migrateDatabase } from './migrateDatabase.ts';
import { splitByCase } from './splitByCase.ts';

/** Makes the tables in an empty PostgreSQL database, those of cases split as many ways as `parts`. */
export async function splitDatabase(databaseUrl: string, parts: number): Promise<void> {
  await migrateDatabase(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await splitByCase(client, parts).finally(() => client.end());
}
