import { collectDefaultMetrics, Gauge } from 'prom-client';
import type { Context } from '../context.ts';
import type { PoolUse } from '../db/connect.ts';
import type { ScreeningLists } from '../screenings/screeningLists.ts';
import { databaseGauges } from './databaseGauges.ts';
import { listGauges } from './listGauges.ts';

/** What a scrape gets: OpenMetrics text. */
export interface Exposition {
  contentType: string;
  text(): Promise<string>;
}

type Needs = Pick<Context, 'metrics' | 'db' | 'clock'> & {
  lists: ScreeningLists;
  pool: () => PoolUse | null;
};

/** Adds to what is counted what is read at each scrape: the process, the pool, the database, the lists. */
export function exposeMetrics({ metrics: { registry }, db, clock, lists, pool }: Needs): Exposition {
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const connections = new Gauge({
    name: 'idv_database_connections',
    help: 'Connections of the pool by state; none with the embedded database.',
    labelNames: ['state'],
    registers,
  });
  const readDatabase = databaseGauges(registry);
  const readLists = listGauges(registry);
  return {
    contentType: registry.contentType,
    text: async () => {
      for (const [state, count] of Object.entries(pool() ?? {})) connections.set({ state }, count);
      const dataset = lists.inUse()?.index.dataset;
      readLists(dataset ? lists.stamp(dataset) : null, clock());
      await readDatabase(db, clock());
      return await registry.metrics();
    },
  };
}
