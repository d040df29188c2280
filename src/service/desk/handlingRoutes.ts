import type { Kysely } from 'kysely';
import { ApiError } from '../ApiError.ts';
import { writeAudit } from '../audit/writeAudit.ts';
import { type CaseRow, lockCase } from '../cases/caseRow.ts';
import { stateConflict } from '../cases/moveCase.ts';
import { purposes } from '../crypto/purposes.ts';
import type { Database } from '../db/schema.ts';
import { caseClaims } from '../db/store/caseClaims.ts';
import { caseComments, MAX_COMMENTS } from '../db/store/caseComments.ts';
import { cases } from '../db/store/cases.ts';
import { reviewers } from '../db/store/reviewers.ts';
import { seenEvidence } from '../db/store/seenEvidence.ts';
import { skippedCases } from '../db/store/skippedCases.ts';
import { isWaiting, requireNoOther } from '../reviews/claims.ts';
import type { DeskRoutes } from './deskEnv.ts';
import { act, type DeskAct } from './deskRoutes.ts';
import { opensEvidence } from './readerOf.ts';

/** Work on a case that decides nothing: passing it on, its priority, comments. */
export const addHandlingRoutes: DeskRoutes = (app, deps) => {
  act(app, deps, '/cases/:id/skip', {
    role: 'reviewer',
    run: async ({ tx, session, actor, requestId, id, form }) => {
      const row = await lockCase(tx, session.mode, id);
      requireNoOther(row, actor.keyId, deps.clock());
      if (!isWaiting(row)) throw stateConflict(row.status, 'reviewer');
      const reason = form.get('reason') || 'hand on';
      // The reason is stored unencrypted, so it must not be free text.
      if (!SKIP_REASONS.includes(reason)) throw new ApiError('validation_failed', { detail: NO_REASON });
      const to = form.get('to') || null;
      if (to !== null) await requireColleague(tx, row, { to, from: actor.keyId });
      await skippedCases.put(tx, { case_id: id, reviewer: actor.keyId, reason, at: deps.clock() });
      if (to !== null) await skippedCases.delete(tx, { case_id: id, reviewer: to });
      await cases.update(tx, id, { assigned_to: to });
      await caseClaims.release(tx, id, actor.keyId);
      const action = to === null ? 'skip' : `pass on to ${to}`;
      await writeAudit(deps, tx, { row, caller: actor, requestId, action, note: reason });
      return '/desk';
    },
  });

  act(app, deps, '/cases/:id/priority', {
    role: 'reviewer',
    run: async ({ tx, session, actor, requestId, id, form }) => {
      const row = await lockCase(tx, session.mode, id);
      const priority = ([0, 1, 2] as const).find((one) => String(one) === form.get('priority'));
      if (priority === undefined || !isWaiting(row))
        throw new ApiError('validation_failed', { detail: 'Choose the priority of a case that waits.' });
      await cases.update(tx, id, { priority });
      await writeAudit(deps, tx, { row, caller: actor, requestId, action: `priority ${priority}` });
      return `/desk/cases/${id}`;
    },
  });

  act(app, deps, '/cases/:id/comments', { role: 'reviewer', run: comment });
};

const SKIP_REASONS = ['hand on', 'known person', 'too hard', 'language'];
const NO_REASON = 'Choose a reason from the list.';

/** @throws {ApiError} `validation_failed` for somebody who may not judge the case. */
async function requireColleague(
  tx: Kysely<Database>,
  row: CaseRow,
  { to, from }: { to: string; from: string },
): Promise<void> {
  const colleague = to === from ? undefined : await reviewers.find(tx, to);
  const judges = colleague?.role === 'reviewer' || colleague?.role === 'administrator';
  if (judges && !colleague.disabled_at && (await seenEvidence.mayJudge(tx, { row, reviewer: to }))) return;
  throw new ApiError('validation_failed', {
    detail:
      'This person cannot judge the case: they have seen its evidence, or have no role for it. Choose another one.',
  });
}

const MAX_COMMENT = 2000;

/** Whoever sees the evidence may write about it. */
async function comment({ deps, tx, session, actor, requestId, id, form }: DeskAct): Promise<string> {
  const row = await lockCase(tx, session.mode, id);
  const text = form.get('comment');
  if (text.length < 1 || text.length > MAX_COMMENT)
    throw new ApiError('validation_failed', { detail: 'Write a comment of up to 2000 characters.' });
  if (!row.data_key) throw new ApiError('case_redacted');
  if (!(await opensEvidence(deps, tx, row, actor)))
    throw new ApiError('frames_unseen', { detail: 'Judge the faces first.' });
  const position = (await caseComments.ofCase(tx, id)).length;
  if (position >= MAX_COMMENTS)
    throw new ApiError('validation_failed', {
      detail: `A case has up to ${MAX_COMMENTS} comments, and this one has them all.`,
    });
  await caseComments.insert(tx, {
    case_id: id,
    position,
    author: actor.keyId,
    round: row.decisions,
    sealed_text: deps.vault.seal(row, purposes.caseComment(position), text),
    at: deps.clock(),
  });
  await writeAudit(deps, tx, { row, caller: actor, requestId, action: 'comment' });
  return `/desk/cases/${id}#story`;
}
