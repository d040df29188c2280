import pg, { type FieldDef, type QueryResult } from 'pg';

/** What rows of a statement are made of. */
interface Shape {
  fields: readonly FieldDef[];
  parsers: readonly ((text: string) => unknown)[];
  /** A row without values: to copy it is quicker than to name each field. */
  empty: Readonly<Record<string, null>>;
}

/** A statement that is prepared once for each connection. */
export interface KnownStatement {
  /** What connections know it by. */
  name: string;
  /** Of its last answer. */
  shape?: Shape;
}

/** Hears the answer. */
export type Answer = (error: Error | null, result: QueryResult | undefined) => void;

/**
 * A statement as the client sends it. It remembers what its rows are made of: to work that out anew for each answer takes
 * the client longer than the row itself.
 */
export class RowQuery extends pg.Query {
  /** Read by the client, as is `callback`. */
  readonly name: string | undefined;
  readonly callback: Answer;
  readonly #known: KnownStatement | undefined;
  readonly #rows: Record<string, unknown>[] = [];
  #shape: Shape | undefined;
  #failure: Error | null = null;

  /** @param known absent for one that is not sent again, or not prepared. */
  constructor(text: string, values: unknown[], known: KnownStatement | undefined, answer: Answer) {
    super(text, values);
    this.name = known?.name;
    this.#known = known;
    this.callback = (error, result) => {
      const failure = error ?? this.#failure;
      answer(failure, result && Object.assign(result, { rows: this.#rows }));
    };
  }

  /** Called by the client, as of any `Submittable`. */
  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    const last = this.#known?.shape;
    this.#shape = last && isSame(last.fields, fields) ? last : shapeOf(fields);
    if (this.#known) this.#known.shape = this.#shape;
  }

  /** The same. What it throws would end the process: it fails the statement. */
  handleDataRow({ fields: texts }: { fields: (string | null)[] }): void {
    const { fields, parsers, empty } = this.#shape!;
    try {
      const row: Record<string, unknown> = { ...empty };
      texts.forEach((text, index) => {
        if (text !== null) row[fields[index]!.name] = parsers[index]!(text);
      });
      this.#rows.push(row);
    } catch (error) {
      this.#failure ??= error as Error;
    }
  }
}

function shapeOf(fields: readonly FieldDef[]): Shape {
  return {
    fields,
    parsers: fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, 'text')),
    empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
  };
}

function isSame(some: readonly FieldDef[], others: readonly FieldDef[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ name, dataTypeID }, index) => {
      const other = others[index]!;
      return name === other.name && dataTypeID === other.dataTypeID;
    })
  );
}
