/** A row of any table. */
export type Row = Record<string, unknown>;

/** Columns of jsonb: read parsed, written as text. */
const JSON_COLUMNS = new Set(
  `policy consent facts checks assurance decision last_error redaction data steps captured_steps reasons liveness
  face_match engine signals dataset entity sides`.split(/\s+/),
);

/** A value as the database returns it. */
export function readColumn(name: string, value: unknown): unknown {
  const isJson = typeof value === 'string' && JSON_COLUMNS.has(name) && /^[[{]/.test(value);
  return isJson ? JSON.parse(value) : value;
}
