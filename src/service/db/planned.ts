import { type Compilable, CompiledQuery, type Kysely } from 'kysely';
import type { Database } from './schema.ts';

/**
 * A statement whose SQL is built at its first run and kept: later runs only bring their values. For statements of
 * hot paths whose shape never changes: `build` must use each value as it is, and inputs must have the same keys.
 */
export function planned<Input extends object, Row>(
  build: (db: Kysely<Database>, input: Input) => Compilable<Row>,
): (db: Kysely<Database>, input: Input) => Promise<{ rows: Row[]; numAffectedRows?: bigint | undefined }> {
  let plan: { sql: string; values: readonly unknown[] } | undefined;
  return async (db, input) => {
    plan ??= planOf(db, input, build);
    const values = plan.values.map((value) =>
      value instanceof Slot ? (input as Record<string, unknown>)[value.key] : value,
    );
    return await db.executeQuery<Row>(CompiledQuery.raw(plan.sql, values) as CompiledQuery<Row>);
  };
}

/** Stands in a plan for a value of the input. */
class Slot {
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
  const slots = Object.fromEntries(Object.keys(input).map((key) => [key, new Slot(key)]));
  const { sql, parameters } = build(db, slots as Input).compile();
  return { sql, values: parameters };
}
