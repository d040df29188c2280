import { ApiError } from '../ApiError.ts';
import { sha256 } from '../crypto/sha256.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { deskInvites, reviewers } from '../db/store/reviewers.ts';
import type { DeskRoutes } from './deskEnv.ts';
import { invitePage, signInPage } from './pages/signIn.ts';
import { actorOf, firstMode, writeDeskAudit } from './reviewers.ts';
import { sessions } from './sessions.ts';

/** The ways in and out; the only routes that need no session. */
export const addSignInRoutes: DeskRoutes = (app, deps) => {
  app.get('/sign-in', (c) => c.html(signInPage({ hasProvider: false })));

  // Opening it has no effect: programs that fetch links before people do use nothing up.
  app.get('/invite/:secret', (c) => c.html(invitePage(c.req.param('secret').slice(0, 100))));

  app.post('/invite', async (c) => {
    const hash = sha256(c.get('form').get('secret'));
    const isIn = await inTransaction(deps, async (tx) => {
      const id = await deskInvites.redeem(tx, hash, deps.clock());
      const reviewer = id === undefined ? undefined : await reviewers.find(tx, id);
      if (!reviewer || reviewer.disabled_at) return false;
      const mode = await firstMode(tx);
      await sessions.begin(deps, tx, c, { reviewer: reviewer.id, mode });
      const action = 'sign in by invitation';
      await writeDeskAudit(deps, tx, {
        actor: actorOf(reviewer),
        mode,
        requestId: c.var.requestId,
        action,
      });
      return true;
    });
    if (!isIn) throw new ApiError('resource_not_found', { detail: USED_UP });
    return c.redirect('/desk', 303);
  });
};

const USED_UP =
  'This invitation was used, or its 15 minutes are over. Ask your administrator for another one.';
