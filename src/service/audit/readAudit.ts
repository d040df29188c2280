import type { Kysely } from 'kysely';
import type { AuditLine } from '../../contract/review.ts';
import { csvCell } from '../../screening/screening.ts';
import type { Database } from '../db/schema.ts';
import type { AuditRow } from '../db/store/auditLog.ts';
import { reviewQueue } from '../db/store/reviewQueue.ts';

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

/** Actions that reveal how a reviewer judges a case. `WITHHELD` replaces them while the case waits for review. */
const REVEALING =
  /^(propose|choose|undo|test|confirm|resolve|unsure) |^refused (approved|declined|requires_input)\b|^refused POST \/desk\/cases\/:id\/(hits|decision)\b/;
const WITHHELD = 'review, withheld until the decision';

/**
 * Hides the judgements of other reviewers on cases in review from a reader who can decide: in a review by two, both
 * must be independent.
 * @param reader an API key or a reviewer at the desk. Their own lines are not hidden.
 */
export async function blindLines(
  db: Kysely<Database>,
  lines: AuditLine[],
  reader: { keyId: string; canDecide: boolean },
): Promise<AuditLine[]> {
  if (!reader.canDecide) return lines;
  const isRevealing = ({ actor, action }: AuditLine) => actor !== reader.keyId && REVEALING.test(action);
  const subjects = lines.filter(isRevealing).map(({ subject }) => subject ?? '');
  const waiting = subjects.length > 0 ? await reviewQueue.waitingOf(db, [...new Set(subjects)]) : [];
  return lines.map((line) =>
    isRevealing(line) && waiting.includes(line.subject ?? '') ? { ...line, action: WITHHELD } : line,
  );
}

const COLUMNS = ['id', 'at', 'mode', 'actor', 'role', 'action', 'subject', 'requestId', 'position'] as const;

/** Lines as CSV (RFC 4180). Cells are escaped so that a spreadsheet does not run them as formulas. */
export function auditCsv(lines: readonly AuditLine[]): string {
  const rows = lines.map((line) => COLUMNS.map((name) => csvCell(String(line[name] ?? ''))));
  return [COLUMNS, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** One JSON object a line. */
export function auditJsonLines(lines: readonly AuditLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
