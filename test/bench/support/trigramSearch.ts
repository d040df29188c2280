import pg from 'pg';
import { startPostgres } from '../../support/startPostgres.ts';
import { timesOf } from './screeningSpeed.ts';

/** Names in PostgreSQL with a trigram index. */
export interface TrigramSearch {
  /** Looks names up by similarity, the twenty best, over one connection. Returns the milliseconds of each. */
  screen(queries: string[]): Promise<number[]>;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL of its own, with a GIN index of pg_trgm over the names. */
export async function trigramSearch(names: string[]): Promise<TrigramSearch> {
  const cluster = startPostgres();
  const client = new pg.Client({ connectionString: cluster.url });
  const stop = async () => {
    await client.end();
    cluster.stop();
  };
  try {
    await client.connect();
    await client.query('create extension pg_trgm; create table names (name text not null)');
    for (let from = 0; from < names.length; from += 50_000)
      await client.query('insert into names select unnest($1::text[])', [names.slice(from, from + 50_000)]);
    await client.query('create index on names using gin (name gin_trgm_ops)');
    await client.query('analyze names');
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    screen: (queries) =>
      timesOf(queries, (query) =>
        client.query(
          'select name, similarity(name, $1) from names where name % $1 order by 2 desc limit 20',
          [query],
        ),
      ),
    stop,
  };
}
