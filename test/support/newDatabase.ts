import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** Makes an empty database in the PostgreSQL of this run, which drops it at its end. @returns its address. */
export async function newDatabase(): Promise<string> {
  const url = new URL(inject('postgresUrl'));
  const name = inject('databasePrefix') + randomBytes(6).toString('hex');
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
  url.pathname = name;
  return url.href;
}
