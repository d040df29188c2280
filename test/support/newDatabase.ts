import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/**
 * Makes a database in the PostgreSQL of this run, which drops it at its end: one with all tables, those of cases split
 * where `TEST_SHARDS` asks for it, or an empty one. @returns its address.
 */
export async function newDatabase(tables: 'all' | 'none' = 'all'): Promise<string> {
  const url = new URL(inject('postgresUrl'));
  const name = inject('databasePrefix') + randomBytes(6).toString('hex');
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    const from = tables === 'all' ? `template ${client.escapeIdentifier(inject('postgresTemplate'))}` : '';
    await client.query(`create database ${client.escapeIdentifier(name)} ${from}`);
  } finally {
    await client.end();
  }
  url.pathname = name;
  return url.href;
}
