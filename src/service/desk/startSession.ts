import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type ReviewerRow, reviewers } from '../db/store/reviewers.ts';
import type { Deps } from '../deps.ts';
import type { DeskHttpContext } from './deskEnv.ts';
import { actorOf, firstMode, writeDeskAudit } from './reviewers.ts';
import { sessions } from './sessions.ts';

/** Signs a reviewer in, with the data that they saw last. */
export async function startSession(
  deps: Deps,
  tx: Kysely<Database>,
  c: DeskHttpContext,
  {
    reviewer,
    invitedBy = null,
    signedInAt,
    how,
  }: { reviewer: ReviewerRow; invitedBy?: string | null; signedInAt: Date; how: string },
): Promise<void> {
  const mode = reviewer.settings.mode ?? (await firstMode(tx));
  if (!reviewer.signed_in_at) await reviewers.update(tx, reviewer.id, { signed_in_at: deps.clock() });
  await sessions.begin(deps, tx, c, { reviewer: reviewer.id, mode, invitedBy, signedInAt });
  const action = `sign in by ${how}`;
  await writeDeskAudit(deps, tx, { actor: actorOf(reviewer), mode, requestId: c.var.requestId, action });
}
