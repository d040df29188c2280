import { ApiError } from '../ApiError.ts';
import { writeAudit } from '../audit/writeAudit.ts';
import { lockCase } from '../cases/caseRow.ts';
import { createLink } from '../cases/createLink.ts';
import { stateConflict } from '../cases/moveCase.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { seenEvidence } from '../db/store/seenEvidence.ts';
import { messagesOf } from '../links/linkTexts.ts';
import { isWaiting } from '../reviews/claims.ts';
import { requireBlind, withheldFrom } from '../reviews/evidenceAccess.ts';
import { openJudgement } from '../reviews/judgeCase.ts';
import { showCase } from './caseRoutes.ts';
import type { DeskRoutes } from './deskEnv.ts';
import { act, requireFresh } from './deskRoutes.ts';
import { houseWords } from './houseWords.ts';
import { readerOf } from './readerOf.ts';

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
      await requireBlind(tx, row, actor.keyId);
      const judgement = await openJudgement(deps, tx, row, actor.keyId);
      if (judgement.is_sample) throw new ApiError('same_reviewer', { detail: JUDGED_AS_SAMPLE });
      await writeAudit(deps, tx, { row, caller: actor, requestId, action: 'look again to overturn' });
      return `/desk/cases/${id}`;
    },
  });

  // Shows the evidence of a decided case to somebody who could still judge it, and from now on may not.
  act(app, deps, '/cases/:id/look', {
    role: 'reviewer',
    run: async ({ tx, session, actor, requestId, id }) => {
      const row = await lockCase(tx, session.mode, id);
      if ((await withheldFrom(tx, row, await readerOf(tx, row, actor))) !== 'unread')
        throw stateConflict(row.status, 'reviewer');
      await seenEvidence.put(tx, [{ case_id: id, reviewer: actor.keyId, at: deps.clock() }]);
      await writeAudit(deps, tx, { row, caller: actor, requestId, action: 'open the evidence' });
      return `/desk/cases/${id}`;
    },
  });

  // The response is the page itself, because the link is shown once.
  act(app, deps, '/cases/:id/link', {
    role: 'reviewer',
    answer: async (request) => {
      const { session, actor, requestId, id, form } = request;
      const link = await inTransaction(deps, async (tx) => {
        const row = await lockCase(tx, session.mode, id);
        if (row.status !== 'requires_input') throw stateConflict(row.status);
        // The link opens the page of the person, which may show their details.
        await seenEvidence.put(tx, [{ case_id: id, reviewer: actor.keyId, at: deps.clock() }]);
        const { url } = await createLink(deps, tx, row);
        await writeAudit(deps, tx, { row, caller: actor, requestId, action: 'create link' });
        const messages = await messagesOf(deps, tx, row, { url, language: row.locale });
        const { message } = await houseWords(tx, row.mode, messages.language);
        const template = message.find(({ code }) => code === form.get('template'));
        const text = template ? `${template.text}\n\n${messages.email.text}` : messages.email.text;
        return { url, ...messages, email: { ...messages.email, text } };
      });
      return await showCase(request, link);
    },
  });
};

const JUDGED_AS_SAMPLE =
  'You have judged this case as a sample of approvals. Another reviewer has to overturn it.';
