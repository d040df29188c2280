import { ApiError } from '../ApiError.ts';
import { writeAudit } from '../audit/writeAudit.ts';
import { lockCase } from '../cases/caseRow.ts';
import { createLink } from '../cases/createLink.ts';
import { stateConflict } from '../cases/moveCase.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { messagesOf } from '../links/linkTexts.ts';
import { isWaiting } from '../reviews/claims.ts';
import { openJudgement } from '../reviews/judgeCase.ts';
import { showCase } from './caseRoutes.ts';
import type { DeskRoutes } from './deskEnv.ts';
import { act, requireFresh } from './deskRoutes.ts';

/** Overturning of a decided case, and links for a person who was asked for something again. */
export const addAgainRoutes: DeskRoutes = (app, deps) => {
  act(app, deps, '/cases/:id/overturn', {
    role: 'reviewer',
    run: async ({ tx, session, actor, requestId, id }) => {
      requireFresh(session);
      const row = await lockCase(tx, session.mode, id);
      const isDecided = row.status === 'approved' || row.status === 'declined';
      if (row.redaction) throw new ApiError('case_redacted');
      if (!isDecided || isWaiting(row)) throw stateConflict(row.status, 'reviewer');
      const judgement = await openJudgement(deps, tx, row, actor.keyId);
      if (judgement.is_sample) throw new ApiError('same_reviewer', { detail: JUDGED_AS_SAMPLE });
      await writeAudit(deps, tx, { row, caller: actor, requestId, action: 'look again to overturn' });
      return `/desk/cases/${id}`;
    },
  });

  // The response is the page itself, because the link is shown once.
  act(app, deps, '/cases/:id/link', {
    role: 'reviewer',
    answer: async (request) => {
      const { session, actor, requestId, id } = request;
      const link = await inTransaction(deps, async (tx) => {
        const row = await lockCase(tx, session.mode, id);
        if (row.status !== 'requires_input') throw stateConflict(row.status);
        const { url } = await createLink(deps, tx, row);
        await writeAudit(deps, tx, { row, caller: actor, requestId, action: 'create link' });
        return { url, ...(await messagesOf(deps, tx, row, { url, language: row.locale })) };
      });
      return await showCase(request, link);
    },
  });
};

const JUDGED_AS_SAMPLE =
  'You have judged this case as a sample of approvals. Another reviewer has to overturn it.';
