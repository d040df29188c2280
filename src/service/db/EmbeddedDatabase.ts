import { PGlite, parse, protocol, type Results, type Transaction } from '@electric-sql/pglite';
import { isStalePlan } from './retryOnStalePlan.ts';

/**
 * Limit for prepared statements: lists build their SQL from filters, so the number of different statements is
 * unbounded.
 */
const MAX_STATEMENTS = 500;
const { bind, describe, execute, parse: prepare, sync } = protocol.serialize;
type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number];

interface PreparedStatement {
  name: string;
  /** Object ids of the parameter types. */
  types: readonly number[];
  /** The row description, as the database sends it. */
  description: readonly Message[];
}

/**
 * The embedded database. Statements with values are prepared at their first run. A later run is one call of the
 * database instead of six, without parsing and planning: a fifth of the processor time of a look-up.
 */
export class EmbeddedDatabase extends PGlite {
  readonly #statements = new Map<string, PreparedStatement>();
  /** Number of statements prepared so far. Each gets a new name. */
  #prepared = 0;

  override async query<T>(text: string, values: unknown[] = []): Promise<Results<T>> {
    if (values.length === 0) return await super.query<T>(text);
    await this._checkReady();
    return await this._runExclusiveTransaction(() => this.#run<T>(text, values));
  }

  override async transaction<T>(run: (transaction: Transaction) => Promise<T>): Promise<T> {
    return await super.transaction(async (transaction) => {
      const query: Transaction['query'] = (text, values = []) =>
        values.length === 0 || transaction.closed ? transaction.query(text, values) : this.#run(text, values);
      return await run(Object.assign(Object.create(transaction), { query }));
    });
  }

  /**
   * A statement with a stale plan fails before it has any effect. Outside a transaction it runs again. Inside, the
   * transaction has failed, and the error is passed on to `retryOnStalePlan`.
   */
  async #run<T>(text: string, values: readonly unknown[]): Promise<Results<T>> {
    return await this.runExclusive(async () => {
      try {
        return await this.#execute<T>(text, values);
      } catch (error) {
        if (!isStalePlan(error)) throw error;
        this.#statements.clear();
        if (this.isInTransaction()) throw error;
        return await this.#execute<T>(text, values);
      }
    });
  }

  async #execute<T>(text: string, values: readonly unknown[]): Promise<Results<T>> {
    const { name, types, description } = this.#statements.get(text) ?? (await this.#prepare(text));
    const texts = values.map((value, index) => this.#textOf(value, types[index]!));
    const answer = await this.#send(bind({ statement: name, values: texts }), execute(), sync());
    const [results] = parse.parseResults([...description, ...answer], this.parsers);
    return results as Results<T>;
  }

  async #prepare(text: string): Promise<PreparedStatement> {
    const isKept = this.#statements.size < MAX_STATEMENTS;
    // The unnamed statement is replaced by the next unnamed one.
    const name = isKept ? `s${this.#prepared++}` : '';
    const answer = await this.#send(prepare({ name, text }), describe({ type: 'S', name }), sync());
    const types = parse.parseDescribeStatementResults(answer);
    const statement = { name, types, description: answer.filter(({ name }) => name === 'rowDescription') };
    if (isKept) this.#statements.set(text, statement);
    return statement;
  }

  /** @throws the error of the database, after it has answered all messages. */
  async #send(...messages: Uint8Array[]): Promise<Message[]> {
    return await this.execProtocolStream(Buffer.concat(messages), { syncToFs: false });
  }

  #textOf(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null;
    return this.serializers[type]?.(value) ?? String(value);
  }
}
