/**
 * A file of an export: lines, compressed by gzip. The first is the header, the last the end; between them one line for
 * each row, `TABLE {…}`, as PostgreSQL shows it in JSON: what is sealed stays sealed.
 */
export const FORMAT = 'idv-verify export 1';

export interface ExportHeader {
  format: typeof FORMAT;
  exportedAt: string;
  /** The migrations of the tables that it was read from. */
  migrations: string[];
  /** Tells the master key, to whoever has it. */
  key: string;
}

export interface ExportEnd {
  end: true;
  /** How many rows of each table. */
  rows: Record<string, number>;
  /** A keyed fingerprint of all lines before: they are as they were written. */
  mark: string;
}
