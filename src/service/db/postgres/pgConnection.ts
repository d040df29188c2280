import type { Duplex } from 'node:stream';
import type { FieldDef, PoolClient, QueryResult, QueryResultRow } from 'pg';
import pg from 'pg';
import { isReadOnly } from '../requireWrites.ts';
import { isStalePlan } from '../retryOnStalePlan.ts';

/**
 * Limit for the prepared statements of a connection: lists build their SQL from filters, so the number of different
 * statements is unbounded.
 */
const MAX_STATEMENTS = 500;
const statements = new Map<string, KnownStatement>();
/** Number of times that all statements were prepared again, under new names. */
let generation = 0;
const connections = new WeakMap<PoolClient, PgConnection>();

/** Members of a client that its type declarations omit. */
interface ClientInternals {
  processID?: number;
  connection?: { stream: Pick<Duplex, 'destroy'> };
}

/** A connection with the operations used here. */
export interface PgConnection {
  query<Row>(text: string, values?: unknown[]): Promise<QueryResult<Row & QueryResultRow>>;
  release: PoolClient['release'];
}

interface Settings {
  /** Whether PostgreSQL parses and plans statements once for each connection. */
  prepare: boolean;
  /** Response timeout in milliseconds; 0: no timeout. */
  answerMs: number;
  /** Called for each failed statement. */
  onError(error: unknown): void;
}

/**
 * A connection for Kysely. If a statement is not answered in time, the connection is closed: the next statement, such
 * as the end of the same transaction, would have to wait just as long.
 */
export function openPgConnection(client: PoolClient, { prepare, answerMs, onError }: Settings): PgConnection {
  const existing = connections.get(client);
  if (existing) return existing;
  const { processID } = client as ClientInternals;
  let isBroken = false;
  const breakIt = () => {
    isBroken = true;
    breakOff(client);
  };
  const watch = answerWatch(answerMs, breakIt);
  const send = (text: string, values: unknown[] = [], callback: QueryCallback) => {
    const statement = prepare && values.length > 0 ? knownOf(text) : undefined;
    const query = new RowQuery(text, values, statement, (error, result) => {
      watch.answered();
      if (error) onError(error);
      if (isReadOnly(error)) breakIt();
      if (statement && isStalePlan(error)) forget(text, statement);
      callback(error, result);
    });
    watch.asked();
    client.query(query);
  };
  // Outside a transaction the statement is retried, and its second error counts. Inside, the transaction has failed:
  // the stale plan is reported, so that `retryOnStalePlan` retries the whole transaction.
  const sendWithRetry = (text: string, values: unknown[], callback: QueryCallback) =>
    send(text, values, (error, result) => {
      if (!isStalePlan(error)) return callback(error, result);
      send(text, values, (retryError, second) =>
        callback(isTransactionOver(retryError) ? error : retryError, second),
      );
    });
  const created = {
    processID,
    query: (text: string, values: unknown[] = []) =>
      new Promise<QueryResult<never>>((resolve, reject) => {
        sendWithRetry(text, values, (error, result) =>
          error ? reject(error) : resolve(result as QueryResult<never>),
        );
      }),
    // Nobody gets a broken connection again, though its end is not noticed yet.
    release: (error?: Error | boolean) => client.release(error || isBroken),
  };
  connections.set(client, created);
  return created;
}

/**
 * Closes a connection at once, without a word to the server: it may not answer. What waits for an answer fails, and the pool
 * takes another connection.
 */
export function breakOff(client: pg.Client | PoolClient): void {
  (client as ClientInternals).connection?.stream.destroy();
}

/** `in_failed_sql_transaction`: PostgreSQL 15, appendix A. */
function isTransactionOver(error: Error | null): boolean {
  return (error as { code?: unknown } | null)?.code === '25P02';
}

function knownOf(text: string): KnownStatement | undefined {
  const statement = statements.get(text);
  if (statement || statements.size >= MAX_STATEMENTS) return statement;
  const created = { name: `s${generation}_${statements.size}` };
  statements.set(text, created);
  return created;
}

/** Makes every connection prepare its statements again, unless that has happened since this statement was prepared. */
function forget(text: string, statement: KnownStatement): void {
  if (statements.get(text) !== statement) return;
  statements.clear();
  generation += 1;
}

/** A timeout for pending responses. */
export interface AnswerWatch {
  /** Call it when a request is sent. */
  asked(): void;
  /** Call it for each response. */
  answered(): void;
}

/**
 * Calls `onSilence` if a request stays unanswered for too long. One timer serves all requests: one for each would cost
 * as much as the rest of a small query.
 * @param limitMs 0 for no limit.
 */
export function answerWatch(limitMs: number, onSilence: () => void): AnswerWatch {
  let waiting = 0;
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  const check = () => {
    timer = undefined;
    if (waiting === 0) return;
    const left = since + limitMs - performance.now();
    if (left <= 0) onSilence();
    else wait(left);
  };
  const wait = (ms: number) => {
    // An idle connection must not keep the process alive.
    timer = setTimeout(check, ms).unref();
  };
  return {
    asked: () => {
      if (waiting++ > 0 || limitMs === 0) return;
      since = performance.now();
      if (!timer) wait(limitMs);
    },
    answered: () => {
      waiting--;
      since = performance.now();
    },
  };
}

/** The row format of a statement. */
interface Shape {
  fields: readonly FieldDef[];
  parsers: readonly ((text: string) => unknown)[];
  /** A row whose values are all null: copying it is faster than setting each property. */
  empty: Readonly<Record<string, null>>;
}

/** A statement that is prepared once for each connection. */
interface KnownStatement {
  /** The name under which connections prepare it. */
  name: string;
  /** The format of its last result. */
  shape?: Shape;
}

/** Receives the result. */
type QueryCallback = (error: Error | null, result: QueryResult | undefined) => void;

/**
 * A statement in the form that the client sends. Caches the row parser: building it for each result would take longer
 * than parsing the row.
 */
export class RowQuery extends pg.Query {
  /** The client reads this, as it reads `callback`. */
  readonly name: string | undefined;
  readonly callback: QueryCallback;
  readonly #known: KnownStatement | undefined;
  readonly #rows: Record<string, unknown>[] = [];
  #shape: Shape | undefined;
  #failure: Error | null = null;

  /** @param statement absent for a statement that is not repeated, or not prepared. */
  constructor(
    text: string,
    values: unknown[],
    statement: KnownStatement | undefined,
    callback: QueryCallback,
  ) {
    super(text, values);
    this.name = statement?.name;
    this.#known = statement;
    this.callback = (error, result) => {
      const failure = error ?? this.#failure;
      callback(failure, result && Object.assign(result, { rows: this.#rows }));
    };
  }

  /** Called by the client, as for any `Submittable`. */
  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    const last = this.#known?.shape;
    this.#shape = last && isSame(last.fields, fields) ? last : shapeOf(fields);
    if (this.#known) this.#known.shape = this.#shape;
  }

  /** Called by the client. An exception here would end the process, so it fails the statement instead. */
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

function isSame(fields: readonly FieldDef[], others: readonly FieldDef[]): boolean {
  return (
    fields.length === others.length &&
    fields.every(({ name, dataTypeID }, index) => {
      const other = others[index]!;
      return name === other.name && dataTypeID === other.dataTypeID;
    })
  );
}
