import { ApiError } from '../ApiError.ts';
import { writeAudit } from '../audit/writeAudit.ts';
import { lockCase } from '../cases/caseRow.ts';
import { stateConflict } from '../cases/moveCase.ts';
import { NO_CLAIM } from '../db/store/caseClaims.ts';
import { cases } from '../db/store/cases.ts';
import { knownPairs } from '../db/store/knownPairs.ts';
import { reviewers } from '../db/store/reviewers.ts';
import { seenEvidence } from '../db/store/seenEvidence.ts';
import { skippedCases } from '../db/store/skippedCases.ts';
import { picturesOf } from '../reviews/judgeCase.ts';
import type { DeskRoutes } from './deskEnv.ts';
import { act, requireFresh, show } from './deskRoutes.ts';
import { qualityPage } from './pages/quality.ts';

const DAY_MS = 86_400_000;
const MAX_PAIRS = 200;

/** The quality of reviewers: their judgements of pairs with a known answer, for themselves and for administrators. */
export const addQualityRoutes: DeskRoutes = (app, deps) => {
  show(app, deps, '/quality', {
    role: 'reviewer',
    run: async ({ c, session, actor }) => {
      const { mode } = session;
      const now = deps.clock();
      const since = new Date(now.getTime() - 30 * DAY_MS);
      // Today's figures would reveal that the case just judged is one with a known answer.
      const before = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
      const isAdministrator = actor.role === 'administrator';
      const reviewer = isAdministrator ? null : actor.keyId;
      const disputed = isAdministrator ? await knownPairs.disputed(deps.db, mode, since) : [];
      // Whoever reads how a reviewer judged these does not judge them.
      const seen = disputed.map((one) => ({ case_id: one.id, reviewer: actor.keyId, at: now }));
      await seenEvidence.put(deps.db, seen);
      const pairs = isAdministrator ? await knownPairs.list(deps.db, mode, MAX_PAIRS) : [];
      return c.html(
        qualityPage({
          session,
          figures: await knownPairs.quality(deps.db, mode, { before, reviewer }),
          names: await reviewers.names(deps.db),
          toOverturn: await knownPairs.toOverturn(deps.db, mode, since),
          disputed,
          pairs: pairs.filter(({ made_by }) => made_by === actor.keyId),
          others: pairs.filter(({ made_by }) => made_by !== actor.keyId).length,
        }),
      );
    },
  });

  addKnownRoutes(app, deps);
};

const addKnownRoutes: DeskRoutes = (app, deps) => {
  act(app, deps, '/cases/:id/known', {
    role: 'administrator',
    run: async ({ tx, session, actor, requestId, id, form }) => {
      requireFresh(session);
      const row = await lockCase(tx, session.mode, id);
      const truth = form.get('truth');
      if (truth === 'none') {
        if (!(await knownPairs.find(tx, id))) throw new ApiError('resource_not_found');
        await knownPairs.delete(tx, id);
        await cases.update(tx, id, { sampled_at: null, due_at: null, ...NO_CLAIM });
      } else {
        if (truth !== 'same' && truth !== 'different')
          throw new ApiError('validation_failed', { detail: 'Choose whether it is one person.' });
        const isDecided = row.status === 'approved' || row.status === 'declined';
        if (!isDecided || row.sampled_at) throw stateConflict(row.status, 'reviewer');
        if ((await picturesOf(tx, row)).length === 0)
          throw new ApiError('validation_failed', { detail: 'The pictures of the case were erased.' });
        const now = deps.clock();
        await knownPairs.put(tx, {
          case_id: id,
          is_same: truth === 'same',
          made_by: actor.keyId,
          made_at: now,
        });
        // The reviewer who recorded the answer does not get the case.
        await skippedCases.put(tx, { case_id: id, reviewer: actor.keyId, reason: 'known person', at: now });
        const due_at = new Date(now.getTime() + deps.config.desk.reviewDueHours * 3_600_000);
        await cases.update(tx, id, { sampled_at: now, due_at, ...NO_CLAIM });
      }
      await writeAudit(deps, tx, { row, caller: actor, requestId, action: `known pair: ${truth}` });
      return '/desk/quality';
    },
  });
};
