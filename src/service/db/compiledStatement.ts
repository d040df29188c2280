import { type Compilable, CompiledQuery, type Kysely } from 'kysely';
import { pgConnectionsOf } from './postgres/PgConnections.ts';
import type { Database } from './schema.ts';

/** A statement that is ready but for its values. */
export interface Planned<Input, Row> {
  /** Runs it. */
  (db: Kysely<Database>, input: Input): Promise<{ rows: Row[]; numAffectedRows?: bigint | undefined }>;
  /** The statement itself, to be run by others. */
  statement(db: Kysely<Database>, input: Input): CompiledQuery<Row>;
}

/**
 * A statement whose SQL is built at its first run and kept: later runs only bring their values. For statements of
 * hot paths whose shape never changes: `build` must use each value as it is, and inputs must have the same keys.
 */
export function compiledStatement<Input extends object, Row>(
  build: (db: Kysely<Database>, input: Input) => Compilable<Row>,
): Planned<Input, Row> {
  const filled = filler(build);
  const statement = (db: Kysely<Database>, input: Input) => {
    const { sql, values } = filled(db, input);
    return CompiledQuery.raw(sql, values) as CompiledQuery<Row>;
  };
  const run = async (db: Kysely<Database>, input: Input) => await db.executeQuery(statement(db, input));
  return Object.assign(run, { statement });
}

/**
 * The same for a look-up: it reads a row or two by key and locks none. Outside transactions look-ups share a connection.
 */
export function pipelinedRead<Input extends object, Row>(
  build: (db: Kysely<Database>, input: Input) => Compilable<Row>,
): (db: Kysely<Database>, input: Input) => Promise<{ rows: Row[] }> {
  const filled = filler(build);
  return async (db, input) => {
    const { sql, values } = filled(db, input);
    const connections = pgConnectionsOf(db);
    if (connections) return await connections.pipelinedRead<Row>(sql, values);
    return await db.executeQuery(CompiledQuery.raw(sql, values) as CompiledQuery<Row>);
  };
}

/** Puts the values of an input into a plan, which is made at the first. */
function filler<Input extends object, Row>(
  build: (db: Kysely<Database>, input: Input) => Compilable<Row>,
): (db: Kysely<Database>, input: Input) => { sql: string; values: unknown[] } {
  let plan: { sql: string; values: readonly unknown[] } | undefined;
  return (db, input) => {
    plan ??= planOf(db, input, build);
    const values = plan.values.map((value) =>
      value instanceof Placeholder ? (input as Record<string, unknown>)[value.key] : value,
    );
    return { sql: plan.sql, values };
  };
}

/** Stands in a plan for a value of the input. */
class Placeholder {
  readonly key: string;

  constructor(key: string) {
    this.key = key;
  }
}

function planOf<Input extends object, Row>(
  db: Kysely<Database>,
  input: Input,
  build: (db: Kysely<Database>, input: Input) => Compilable<Row>,
): { sql: string; values: readonly unknown[] } {
  const slots = Object.fromEntries(Object.keys(input).map((key) => [key, new Placeholder(key)]));
  const { sql, parameters } = build(db, slots as Input).compile();
  return { sql, values: parameters };
}
