import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { postgresPrograms } from '../../support/postgresPrograms.ts';
import { sharedPostgres } from '../../support/sharedPostgres.ts';

/** How much a proof does: all that it promises, or a small part of it that takes a few seconds. */
export type Form = 'full' | 'quick';

const PREFIX = `idv_prove_${process.pid}_`;

/** The resources of a proof. All of them are released when the proof ends, on every path. */
export class Lab {
  readonly form: Form;
  /** Of the full form: 1, or less where somebody has less time. */
  readonly share = Number(process.env['PROVE_SHARE'] || 1);
  readonly #undo: (() => unknown)[] = [];
  #postgres: Promise<string> | null = null;
  #databases = 0;

  constructor(form: Form) {
    this.form = form;
  }

  /** A number by form: how many, or how long. Where `PROVE_SHARE` asks for a part of the full form, that of a count. */
  size(full: number, quick: number): number {
    if (this.form === 'quick') return quick;
    const isCount = Number.isInteger(full) && full > quick;
    return isCount ? Math.max(quick, Math.round(full * this.share)) : full;
  }

  /** A limit of time, held by the full form alone: beside a quick one other tests run, on a machine that may be slow. */
  limit(ms: number): number {
    return this.form === 'full' ? ms : Number.POSITIVE_INFINITY;
  }

  /** Registers a clean-up. They run in reverse order. */
  defer(undo: () => unknown): void {
    this.#undo.push(undo);
  }

  /** Whether `database` is available. */
  hasPostgres(): boolean {
    return Boolean(process.env['TEST_DATABASE_URL']) || postgresPrograms() !== null;
  }

  /** Creates a temporary folder. */
  folder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'idv-prove-'));
    this.defer(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }

  /** The URL of that server, whose user may create databases. @throws if there is no PostgreSQL. */
  server(): Promise<string> {
    this.#postgres ??= this.#startPostgres();
    return this.#postgres;
  }

  /** Where there is an embedded database to copy, or one will be laid for others to copy. */
  template(): string {
    return process.env['PROVE_TEMPLATE'] ?? join(this.folder(), 'template');
  }

  /**
   * The address of a new PostgreSQL database, in the server of `TEST_DATABASE_URL` or in one that is started for it: a copy
   * of the one that `PROVE_TABLES` names, which has all tables already; otherwise, and with `empty`, one without any.
   * @throws if there is no PostgreSQL.
   */
  async database(what: 'empty' | 'copied' = 'copied'): Promise<string> {
    const url = new URL(await this.server());
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    const name = `${PREFIX}${this.#databases++}`;
    const tables = what === 'copied' && process.env['PROVE_TABLES'];
    const from = tables ? ` template ${client.escapeIdentifier(tables)}` : '';
    await client.query(`create database ${name}${from}`).finally(() => client.end());
    url.pathname = name;
    return url.href;
  }

  /** Releases all resources. */
  async close(): Promise<void> {
    for (const undo of this.#undo.splice(0).reverse()) await undo();
  }

  async #startPostgres(): Promise<string> {
    const postgres = await sharedPostgres({ CI: '1', ...process.env }, PREFIX);
    this.defer(() => postgres!.stop());
    return postgres!.url;
  }
}
