import type { Kysely } from 'kysely';
import type { Mode } from '../../contract/mode.ts';
import type { AuditLine } from '../../contract/review.ts';
import { csvCell } from '../../screening/screening.ts';
import type { ServiceContext } from '../context.ts';
import { auditMac } from '../crypto/auditMac.ts';
import type { Database } from '../db/schema.ts';
import { type AuditFilter, type AuditRow, auditLog } from '../db/store/auditLog.ts';
import { reviewQueue } from '../db/store/reviewQueue.ts';

/**
 * Lines as the service wrote them, newest first. A row that it did not write, or that was changed, is left out and
 * logged.
 */
export async function genuineLines(
  { vault, log }: Pick<ServiceContext, 'vault' | 'log'>,
  db: Kysely<Database>,
  { mode, filter, before }: { mode: Mode; filter: AuditFilter; before: string | null },
): Promise<AuditRow[]> {
  const lines: AuditRow[] = [];
  for (let from = before; lines.length < filter.limit; ) {
    const rows = await auditLog.list(db, mode, filter, from);
    lines.push(...rows.filter((row) => isGenuine({ vault, log }, row)));
    if (rows.length < filter.limit) break;
    from = rows.at(-1)!.id;
  }
  return lines.slice(0, filter.limit);
}

/** The lines about reviewers' decisions on a case, oldest first, as the service wrote them. */
export async function genuineDecisions(
  context: Pick<ServiceContext, 'vault' | 'log'>,
  db: Kysely<Database>,
  caseId: string,
): Promise<AuditRow[]> {
  return (await auditLog.decisionsOf(db, caseId)).filter((row) => isGenuine(context, row));
}

/** Whether the service wrote a line as it is. */
function isGenuine({ vault, log }: Pick<ServiceContext, 'vault' | 'log'>, row: AuditRow): boolean {
  if (row.position > 0 && row.mac === auditMac(vault, row)) return true;
  log.error('audit line refused', { id: row.id });
  return false;
}

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

/** Actions that reveal how a reviewer judges a case. `WITHHELD` replaces them while the case is not decided. */
const REVEALING =
  /^(propose|choose|undo|test|decide|confirm|resolve|unsure|known pair:) |^refused (approved|declined|requires_input)\b|^refused POST \/desk\/cases\/:id\/(hits|decision)\b/;
const WITHHELD = 'review: shown after the decision';

/**
 * Hides the judgements of other reviewers on cases in review from a reader who can decide: in a review by two, both
 * must be independent.
 * @param reader an API key or a reviewer at the desk. Their own lines are not hidden, but do not tell samples from cases.
 */
export async function blindLines(
  db: Kysely<Database>,
  lines: AuditLine[],
  reader: { keyId: string; canDecide: boolean },
): Promise<AuditLine[]> {
  if (!reader.canDecide) return lines;
  const own = lines.map((line) => (line.actor === reader.keyId ? withoutSample(line) : line));
  return await withoutOthers(db, own, reader);
}

/**
 * A reviewer’s own decision, as it takes effect: the same words for one that decided, for a proposal, and for a sample, which
 * must not give itself away.
 */
function withoutSample(line: AuditLine): AuditLine {
  if (line.role === 'api') return line;
  return { ...line, action: line.action.replace(/^(decide|propose|test) (\w+)$/, 'carry out $2') };
}

async function withoutOthers(
  db: Kysely<Database>,
  lines: AuditLine[],
  reader: { keyId: string },
): Promise<AuditLine[]> {
  const isRevealing = ({ actor, action }: AuditLine) => actor !== reader.keyId && REVEALING.test(action);
  const subjects = lines.filter(isRevealing).map(({ subject }) => subject ?? '');
  const waiting = subjects.length > 0 ? await reviewQueue.undecidedOf(db, [...new Set(subjects)]) : [];
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
