import type { Kysely } from 'kysely';
import { isId } from '../../contract/ids.ts';
import type { Mode } from '../../contract/mode.ts';
import { ApiError } from '../ApiError.ts';
import { auditCsv, auditJsonLines, blindLines, genuineLines, viewAuditLine } from '../audit/readAudit.ts';
import { writeAudit } from '../audit/writeAudit.ts';
import { lockCase } from '../cases/caseRow.ts';
import type { Database } from '../db/schema.ts';
import { caseClaims } from '../db/store/caseClaims.ts';
import { cases } from '../db/store/cases.ts';
import { selfieChecks } from '../db/store/selfieChecks.ts';
import { cursor } from '../http/cursor.ts';
import type { Caller } from '../http/env.ts';
import type { ApiRequest, Handlers } from '../http/handler.ts';
import { prefers } from '../http/respond.ts';
import { claimCase, viewClaim } from '../reviews/claims.ts';
import { frames } from '../selfies/frames.ts';

/** The calls for a customer's own review desk. */
export const reviewRoutes = {
  claimCase: async ({ deps, tx, caller, requestId, params }) => {
    const row = await lockCase(tx, caller.mode, params['id']!);
    const claimed = await claimCase(deps, tx, row, { by: caller.keyId });
    await writeAudit(deps, tx, { row, caller, requestId, action: 'claim' });
    return { caseId: row.id, body: viewClaim(claimed, deps.clock()) };
  },

  releaseCase: async ({ deps, tx, caller, requestId, params }) => {
    const row = await lockCase(tx, caller.mode, params['id']!);
    await caseClaims.release(tx, row.id, caller.keyId);
    await writeAudit(deps, tx, { row, caller, requestId, action: 'release' });
    const after = await lockCase(tx, caller.mode, row.id);
    return { caseId: row.id, body: viewClaim(after, deps.clock()) };
  },

  listFrames: async ({ deps, tx, caller, requestId, params }) => {
    const { row, check } = await find(tx, caller.mode, params['id']!);
    await writeAudit(deps, tx, { row, caller, requestId, action: `list frames of ${check.id}` });
    return { body: await frames.list(deps, tx, row, check) };
  },

  retrieveFrame: async (request) => await picture(request, 'step'),
  retrieveTrailFrame: async (request) => await picture(request, 'trail'),

  listAudit: async ({ deps, tx, caller, requestId, query, header }) => {
    const { cursor: from, limit, ...filter } = query;
    const before = from === undefined ? null : cursor.read('log', from);
    const wanted = { mode: caller.mode, filter: { ...filter, limit: limit + 1 }, before };
    const rows = await genuineLines(deps, tx, wanted);
    const reader = { keyId: caller.keyId, canDecide: canDecide(caller) };
    const whole = cursor.page(rows, limit, viewAuditLine);
    const page = { ...whole, data: await blindLines(tx, whole.data, reader) };
    const accept = header('Accept');
    const type = (['text/csv', 'application/jsonl'] as const).find((one) => prefers(accept, one));
    if (!type) return { body: page };
    const noCase = { id: '', mode: caller.mode, data_key: null };
    await writeAudit(deps, tx, { row: noCase, caller, requestId, action: 'export audit' });
    const text = type === 'text/csv' ? auditCsv(page.data) : auditJsonLines(page.data);
    const headers = {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="audit.${type === 'text/csv' ? 'csv' : 'jsonl'}"`,
      ...(page.nextCursor && { Link: `<?cursor=${page.nextCursor}>; rel="next"` }),
    };
    return { body: Buffer.from(text), headers };
  },
} satisfies Partial<Handlers>;

function canDecide(caller: Caller): boolean {
  return caller.kind === 'secret' && caller.scopes.includes('review:write');
}

/** Each picture that was read is a line in the audit log. */
async function picture(
  { deps, tx, caller, requestId, params }: ApiRequest<'retrieveFrame' | 'retrieveTrailFrame'>,
  kind: 'step' | 'trail',
): Promise<{ body: Uint8Array; headers: Record<string, string> }> {
  const { row, check } = await find(tx, caller.mode, params['id']!);
  const { bytes, mediaType } = await frames[kind](deps, tx, row, { check, n: params['n']! });
  const action = `see ${kind === 'step' ? 'frame' : 'trail frame'} ${check.id}/${params['n']}`;
  await writeAudit(deps, tx, { row, caller, requestId, action });
  return { body: bytes, headers: { 'Content-Type': mediaType } };
}

/** @throws {ApiError} `resource_not_found`, `case_redacted`. */
async function find(db: Kysely<Database>, mode: Mode, id: string) {
  const check = isId('bio', id) ? await selfieChecks.find(db, mode, id) : undefined;
  const row = check && (await cases.find(db, mode, check.case_id));
  if (!row) throw new ApiError('resource_not_found');
  if (row.redaction) throw new ApiError('case_redacted');
  return { row, check };
}
