import pg from 'pg';
import { startPostgres } from '../../support/startPostgres.ts';
import { type Speed, summary } from './screeningSpeed.ts';

/** A lookup by pg_trgm similarity over a GIN index, one connection, the twenty best. */
export async function trigramSearch(names: string[], queries: string[]): Promise<Speed> {
  const cluster = startPostgres();
  const client = new pg.Client({ connectionString: cluster.url });
  try {
    await client.connect();
    await client.query('create extension pg_trgm; create table names (name text not null)');
    for (let from = 0; from < names.length; from += 50_000)
      await client.query('insert into names select unnest($1::text[])', [names.slice(from, from + 50_000)]);
    await client.query('create index on names using gin (name gin_trgm_ops)');
    await client.query('analyze names');
    const times: number[] = [];
    for (const query of queries) {
      const start = performance.now();
      await client.query(
        'select name, similarity(name, $1) from names where name % $1 order by 2 desc limit 20',
        [query],
      );
      times.push(performance.now() - start);
    }
    return summary(times.slice(Math.floor(times.length / 10)));
  } finally {
    await client.end();
    cluster.stop();
  }
}
