import pg from 'pg';
import { leaveOut } from './leaveOut.ts';
import { memoryFolder } from './memoryFolder.ts';
import { postgresPrograms } from './postgresPrograms.ts';
import { startPostgres } from './startPostgres.ts';

const REMEDY =
  'set TEST_DATABASE_URL, or install PostgreSQL: apt-get install postgresql, or brew install postgresql@17';

interface SharedPostgres {
  url: string;
  stop(): Promise<void>;
}

/**
 * The PostgreSQL of a test run: the one at `TEST_DATABASE_URL`, else a cluster started for the run.
 * @param prefix of the run's databases; they are dropped at its end
 * @returns `null` if there is neither, which the end of the run reports
 * @throws if there is neither and `CI` is set, or if the address does not answer.
 */
export async function sharedPostgres(
  env: Record<string, string | undefined>,
  prefix: string,
  programs: string | null = postgresPrograms(),
): Promise<SharedPostgres | null> {
  const url = env['TEST_DATABASE_URL'];
  if (url) {
    await dropDatabases(url, prefix);
    return { url, stop: () => dropDatabases(url, prefix) };
  }
  if (programs) {
    // A run makes and removes some two hundred databases of hundreds of files each.
    const cluster = startPostgres({ folder: memoryFolder() });
    return { url: cluster.url, stop: async () => cluster.stop() };
  }
  if (env['CI']) throw new Error(`No PostgreSQL, and CI is set: ${REMEDY}.`);
  leaveOut('Tests of the service on PostgreSQL', REMEDY);
  return null;
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { datname } of rows)
      await client.query(`drop database ${client.escapeIdentifier(datname)} with (force)`);
  } finally {
    await client.end();
  }
}
