import type { Kysely } from 'kysely';
import { writeAudit } from '../audit/writeAudit.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import type { ServiceContext } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { auditLog } from '../db/store/auditLog.ts';
import type { DeskActor } from './reviewers.ts';

/** How long views of the same kind are one visit: as long as a claim. */
const VISIT_MS = 600_000;

/** Logs a view of a case once a visit: reloading a page, or its pictures, adds no line. */
export async function noteView(
  context: ServiceContext,
  tx: Kysely<Database>,
  view: { row: CaseRow; actor: DeskActor; requestId: string; action: string },
): Promise<void> {
  const { row, actor, requestId, action } = view;
  const since = new Date(context.clock().getTime() - VISIT_MS);
  const { keyId, role } = actor;
  if (await auditLog.hasSince(tx, { caseId: row.id, actor: `${keyId}/${role}`, action, since })) return;
  await writeAudit(context, tx, { row, caller: actor, requestId, action });
}
