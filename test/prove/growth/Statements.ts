import pg from 'pg';

/** A table with fewer rows is read whole by right, and so is one with fewer than this many rows for each value looked for. */
const SMALL_ROWS = 1000;
const SMALL_ROWS_PER_VALUE = 100;
const RUNS = 5;

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

interface Explained {
  ms: number;
  /** Large tables that were read whole. */
  readWhole: string[];
}

/** The statements that this process sends to PostgreSQL, each text with the values of its last run. */
export class Statements {
  readonly #seen = new Map<string, unknown[]>();
  readonly #stop: () => void;

  /** @param database of which; others are left alone. */
  constructor(database: string) {
    const { query } = pg.Client.prototype;
    const statements = this.#seen;
    pg.Client.prototype.query = function (this: pg.Client & { database?: string }, ...args: unknown[]) {
      const [first, second] = args as [{ text?: string; values?: unknown[] } | string, unknown];
      const text = typeof first === 'string' ? first : first?.text;
      const values = typeof first === 'string' ? second : first?.values;
      if (text && this.database === database && /^\s*(select|insert|update|delete|with)\b/i.test(text))
        statements.set(text, Array.isArray(values) ? values : []);
      return (query as (...all: unknown[]) => unknown).apply(this, args);
    } as typeof query;
    this.#stop = () => {
      pg.Client.prototype.query = query;
    };
  }

  get count(): number {
    return this.#seen.size;
  }

  /** Each text with its values. */
  get all(): [text: string, values: unknown[]][] {
    return [...this.#seen];
  }

  stop(): void {
    this.#stop();
  }

  /**
   * Runs each statement again with EXPLAIN and rolls it back. @returns the slow ones and those that read a whole table.
   */
  async explain(client: pg.Client, maxMs: number): Promise<{ slowest: number; faults: string[] }> {
    const large = await largeTables(client);
    let slowest = 0;
    const faults: string[] = [];
    for (const [text, values] of [...this.#seen]) {
      const { ms, readWhole } = await explain(client, { text, values }, large);
      slowest = Math.max(slowest, ms);
      const short = text.replaceAll(/\s+/g, ' ').slice(0, 160);
      if (readWhole.length > 0) faults.push(`reads ${readWhole} whole: ${short}`);
      else if (ms > maxMs) faults.push(`${ms} ms: ${short}`);
    }
    return { slowest, faults };
  }
}

async function explain(
  client: pg.Client,
  { text, values }: { text: string; values: unknown[] },
  large: ReadonlyMap<string, number>,
): Promise<Explained> {
  const times: number[] = [];
  const readWhole = new Set<string>();
  const isLarge = (name: string) => (large.get(name) ?? 0) > SMALL_ROWS_PER_VALUE * values.length;
  for (let run = 0; run < RUNS; run++) {
    await client.query('begin');
    try {
      const { rows } = await client.query({ text: `explain (analyze, format json) ${text}`, values });
      const [{ Plan: plan, 'Execution Time': ms }] = rows[0]['QUERY PLAN'];
      times.push(ms);
      for (const name of scanned(plan)) if (isLarge(name)) readWhole.add(name);
    } catch (error) {
      // The row may exist already or be gone; the plan is the same.
      const { rows } = await client
        .query('rollback')
        .then(() => client.query({ text: `explain (format json) ${text}`, values }))
        .catch(() => {
          throw error;
        });
      for (const name of scanned(rows[0]['QUERY PLAN'][0].Plan)) if (isLarge(name)) readWhole.add(name);
    } finally {
      await client.query('rollback');
    }
  }
  times.sort((one, other) => one - other);
  return { ms: Math.round((times[times.length >> 1] ?? 0) * 100) / 100, readWhole: [...readWhole] };
}

function scanned({ 'Node Type': type, 'Relation Name': name, Plans = [] }: Plan): string[] {
  const scans = type === 'Seq Scan' && name ? [name] : [];
  return [...scans, ...Plans.flatMap(scanned)];
}

async function largeTables(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; count: number }>(
    `select relname as name, reltuples as count from pg_class where relkind = 'r' and reltuples > ${SMALL_ROWS}
      and relnamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map(({ name, count }) => [name, count]));
}
