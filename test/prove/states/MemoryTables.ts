import type { CompiledQuery } from 'kysely';
import { type Row, readColumn } from './readColumn.ts';
import { type Answer, type Node, runNode, type Tables } from './runNode.ts';

/** Column defaults of new rows, by table. */
const DEFAULTS: Record<string, Row> = {
  cases: Object.fromEntries([
    ...`submitted_at decided_at locale consent consent_words proven_for birth_date page_deleted_at decision decision_reasons last_error redaction test_outcome prefill
    customer reference_mark aml_dataset aml_screened_at aml_version pictures_deleted_at`
      .split(/\s+/)
      .map((name) => [name, null]),
    ['page_version', 1],
    ['decisions', 0],
    ['refused_captures', 0],
    ['challenges_drawn', 0],
  ]),
  selfie_checks: { captured_steps: null, engine: null, signals: null, completed_at: null, stuck_at: null },
};

/** The statements that are raw SQL in the service, each with its implementation here. */
const TEXTS: readonly [
  RegExp,
  (tables: MemoryTables, values: readonly unknown[], columns: string[]) => Answer,
][] = [
  [
    /^select \* from "(\w+)" where case_id = \$1 and id = \$2$/,
    (tables, [, id], [table]) => tables.byId(table!, id),
  ],
  [
    /^update "(\w+)" set status = 'expired'\s+where case_id = \$1 and status = 'requires_capture'$/,
    (tables, [caseId], [table]) => tables.expireOpen(table!, caseId),
  ],
  [/^insert into "cases" \((.*?)\)/, (tables, values, columns) => tables.insert('cases', columns, values)],
  [/^select \* from "cases" where "id" = \$1 and "mode" = \$2$/, (tables, [id]) => tables.byId('cases', id)],
  [/^select cases\.\*, checks\.status/, (tables, [caseId, , id]) => tables.checkOfCase(caseId, id)],
  [
    /^with event as/,
    (tables, values) => ({ ...tables.insert('events', EVENT, values), numAffectedRows: 0n }),
  ],
  [/^insert into case_ids/, (tables, values) => tables.insert('case_ids', ['id', 'case_id'], values)],
  [/^insert into jobs/, (tables, values) => tables.putJob(values)],
  [/^insert into idempotency_keys/, (tables, [owner, key]) => tables.takeKey(`${owner} ${key}`)],
  [/^update hit_decisions set sealed = ''/, (tables, [subject]) => tables.emptyDecisions(subject)],
];
const EVENT = ['id', 'mode', 'type', 'created_at', 'case_id', 'data', 'words'];
const JOB = ['id', 'kind', 'queue', 'subject', 'case_id', 'priority', 'run_at', 'created_at'];

/**
 * As much of a database as the service's statements on one case need, in this process: it runs the trees that Kysely
 * makes of them. A statement that it does not know is an error, never nothing.
 */
export class MemoryTables implements Tables {
  #tables: Record<string, readonly Row[]> = {};
  #before: Record<string, readonly Row[]> | null = null;

  clear(): void {
    this.#tables = {};
  }

  /** Rows are never changed in place, so a rollback restores the previous tables. */
  begin(): void {
    this.#before = { ...this.#tables };
  }

  rollback(): void {
    this.#tables = this.#before!;
  }

  rows(table: string): readonly Row[] {
    return this.#tables[table] ?? [];
  }

  put(table: string, rows: readonly Row[]): void {
    this.#tables[table] = rows;
  }

  /** Adds a row. @returns the row as a select returns it. */
  insert(table: string, columns: readonly string[], values: readonly unknown[]): Answer {
    const entries = columns.map((name, index) => [name, readColumn(name, values[index])]);
    const row = { ...DEFAULTS[table], ...Object.fromEntries(entries) };
    this.put(table, [...this.rows(table), row]);
    return { rows: [row] };
  }

  byId(table: string, id: unknown): Answer {
    return { rows: this.rows(table).filter((row) => row['id'] === id) };
  }

  emptyDecisions(subject: unknown): Answer {
    const rows = this.rows('hit_decisions').map((row) =>
      row['subject'] === subject ? { ...row, sealed: new Uint8Array() } : row,
    );
    this.put('hit_decisions', rows);
    return { rows: [] };
  }

  expireOpen(table: string, caseId: unknown): Answer {
    const isOpen = (row: Row) => row['case_id'] === caseId && row['status'] === 'requires_capture';
    this.put(
      table,
      this.rows(table).map((row) => (isOpen(row) ? { ...row, status: 'expired' } : row)),
    );
    return { rows: [] };
  }

  checkOfCase(caseId: unknown, id: unknown): Answer {
    const [row] = this.byId('cases', caseId).rows;
    const [check] = this.byId('selfie_checks', id).rows;
    if (!row || !check) return { rows: [] };
    const { status: check_status, expires_at: check_expires_at, nonce, steps } = check;
    return { rows: [{ ...row, check_status, check_expires_at, nonce, steps }] };
  }

  putJob(values: readonly unknown[]): Answer {
    const [, kind, , subject] = values;
    const others = this.rows('jobs').filter((job) => job['kind'] !== kind || job['subject'] !== subject);
    this.put('jobs', others);
    return this.insert('jobs', [...JOB, 'attempt'], [...values.slice(0, JOB.length), 0]);
  }

  takeKey(key: string): Answer {
    const isThere = this.byId('idempotency_keys', key).rows.length > 0;
    return isThere ? { rows: [] } : this.insert('idempotency_keys', ['id'], [key]);
  }

  run({ query, sql, parameters }: CompiledQuery): Answer {
    if (query.kind !== 'RawNode') return runNode(this, query as unknown as Node);
    const text = sql.trim();
    for (const [pattern, work] of TEXTS) {
      const match = pattern.exec(text);
      if (match) return work(this, parameters, (match[1] ?? '').replaceAll('"', '').split(', '));
    }
    throw new Error(`Unknown here: ${text}`);
  }
}
