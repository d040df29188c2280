import type { AuditLine } from '../../contract/review.ts';
import type { AuditRow } from '../db/store/auditLog.ts';

/** An audit line as shown. A reviewer's note is shown with the decision instead. */
export function viewAuditLine(row: AuditRow): AuditLine {
  const [actor = '', role = 'api'] = row.key_id.split('/');
  return {
    id: row.id,
    object: 'audit_line',
    mode: row.mode,
    at: row.at.toISOString(),
    actor,
    role,
    action: row.action,
    subject: row.case_id || null,
    requestId: row.request_id,
    position: row.position,
  };
}

const COLUMNS = ['id', 'at', 'mode', 'actor', 'role', 'action', 'subject', 'requestId', 'position'] as const;

/** Lines as CSV (RFC 4180); no cell is a formula to a spreadsheet. */
export function auditCsv(lines: readonly AuditLine[]): string {
  const rows = lines.map((line) => COLUMNS.map((name) => cell(String(line[name] ?? ''))));
  return [COLUMNS, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** One JSON object a line. */
export function auditJsonLines(lines: readonly AuditLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/**
 * A cell that begins like a formula is made a text by an apostrophe.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
