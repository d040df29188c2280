import { type Compilable, CompiledQuery, type Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** A compiled statement whose values are still missing. */
export interface Planned<Input, Row> {
  /** Runs the statement. */
  (db: Kysely<Database>, input: Input): Promise<{ rows: Row[]; numAffectedRows?: bigint | undefined }>;
  /** The statement with its values, for the caller to run. */
  statement(db: Kysely<Database>, input: Input): CompiledQuery<Row>;
}

/**
 * A statement whose SQL is built at its first run and cached; later runs only replace its values. For statements of hot
 * paths whose shape never changes: `build` must use each value unchanged, and all inputs must have the same keys.
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

/** Fills the values of an input into a compiled statement, which is built for the first input. */
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

/** Represents a value of the input in a compiled statement. */
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
