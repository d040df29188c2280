import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/**
 * Makes a database in the PostgreSQL of this run, which drops it at its end: an empty one, or, where `TEST_SHARDS` asks
 * for it, one whose tables are there already, those of cases split. @returns its address.
 */
export async function newDatabase(tables: 'as the run says' | 'none' = 'as the run says'): Promise<string> {
  const url = new URL(inject('postgresUrl'));
  const name = inject('databasePrefix') + randomBytes(6).toString('hex');
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    const template = tables === 'none' ? '' : inject('splitTemplate');
    const from = template ? `template ${client.escapeIdentifier(template)}` : '';
    await client.query(`create database ${client.escapeIdentifier(name)} ${from}`);
  } finally {
    await client.end();
  }
  url.pathname = name;
  return url.href;
}
