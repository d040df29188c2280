import type pg from 'pg';
import { lookUps, tablesOfCases } from '../../support/splitByCase.ts';

interface Plan {
  'Relation Name'?: string;
  Plans?: Plan[];
}

/** The shards of split tables, and the shards that a statement reads. */
export class Placement {
  readonly #client: pg.Client;
  /** The table and the place of each partition. */
  readonly #parts: Map<string, { table: string; part: number }>;

  private constructor(client: pg.Client, parts: Map<string, { table: string; part: number }>) {
    this.#client = client;
    this.#parts = parts;
  }

  /** Reads the current partitions. */
  static async read(client: pg.Client): Promise<Placement> {
    const tables = [...Object.keys(tablesOfCases), ...Object.keys(lookUps)];
    const { rows } = await client.query<{ name: string; table: string; part: number }>(
      `select leaf.relname as name, root::regclass::text as table,
        substring(pg_get_expr(leaf.relpartbound, leaf.oid) from 'remainder (\\d+)')::int as part
      from unnest($1::text[]) root, pg_partition_tree(root::regclass) tree join pg_class leaf on leaf.oid = tree.relid
      where tree.isleaf and pg_get_expr(leaf.relpartbound, leaf.oid) like '%remainder%'`,
      [tables],
    );
    return new Placement(client, new Map(rows.map(({ name, table, part }) => [name, { table, part }])));
  }

  /** How many partitions there are. */
  get count(): number {
    return this.#parts.size;
  }

  /**
   * Counts, from the plan of a statement with these values, the shards of case tables that it reads (all weeks of a
   * shard count once) and the shards of each look-up table. Tables that it does not read are omitted.
   */
  async placesOf(text: string, values: unknown[]): Promise<{ of: string; count: number }[]> {
    const { rows } = await this.#client.query({ text: `explain (format json) ${text}`, values });
    const places = new Map<string, Set<number>>();
    for (const name of relations(rows[0]['QUERY PLAN'][0].Plan)) {
      const found = this.#parts.get(name);
      if (!found) continue;
      const of = found.table in lookUps ? found.table : 'cases';
      places.set(of, (places.get(of) ?? new Set()).add(found.part));
    }
    return [...places].map(([of, { size: count }]) => ({ of, count }));
  }
}

function relations({ 'Relation Name': name, Plans = [] }: Plan): string[] {
  return [...(name ? [name] : []), ...Plans.flatMap(relations)];
}
