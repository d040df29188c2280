import { DecisionReason } from '../../contract/caseStatus.ts';
import { isId } from '../../contract/ids.ts';
import { ApiError } from '../ApiError.ts';
import { writeAudit } from '../audit/writeAudit.ts';
import { lockCase } from '../cases/caseRow.ts';
import { customerFields } from '../crypto/customerFields.ts';
import type { Priority } from '../db/reviewTables.ts';
import { caseClaims } from '../db/store/caseClaims.ts';
import { cases } from '../db/store/cases.ts';
import { judgements } from '../db/store/judgements.ts';
import { reviewers } from '../db/store/reviewers.ts';
import { type Place, type QueueRow, reviewQueue } from '../db/store/reviewQueue.ts';
import { seenEvidence } from '../db/store/seenEvidence.ts';
import { errorForLog } from '../log.ts';
import { CLAIM_MS, claimCase, isHeldBy, isWaiting } from '../reviews/claims.ts';
import { requireBlind } from '../reviews/evidenceAccess.ts';
import { judgementKey } from '../reviews/judgeCase.ts';
import type { DeskRoutes } from './deskEnv.ts';
import { act, type DeskRequest, hasRole, show } from './deskRoutes.ts';
import { figuresPage } from './pages/figures.ts';
import { MOST_COUNTED, nothingLeftPage, type QueueView, queuePage, queueTable } from './pages/queue.ts';
import { canUsePasskeys, hasPasskey } from './passkeyRoutes.ts';

const PAGE = 50;
const DAY_MS = 86_400_000;

/** The queue, the claims, and the way to the next case. */
export const addQueueRoutes: DeskRoutes = (app, deps) => {
  show(app, deps, '/', {
    role: 'viewer',
    run: async (request) => request.c.html(queuePage(await view(request))),
  });

  // The page polls this. It is not a sign of activity.
  show(app, deps, '/live', {
    role: 'viewer',
    run: async (request) => request.c.html(queueTable(await view(request))),
  });

  show(app, deps, '/figures', {
    role: 'viewer',
    run: async ({ c, session: { mode }, session }) => {
      const now = deps.clock();
      const since = new Date(now.getTime() - DAY_MS);
      const figures = await reviewQueue.figures(deps.db, mode, now);
      const decided = await reviewQueue.decidedByHour(deps.db, mode, since);
      const agreement = await reviewQueue.agreement(deps.db, mode, new Date(now.getTime() - 30 * DAY_MS));
      return c.html(figuresPage({ session, now, figures, decided, agreement }));
    },
  });

  show(app, deps, '/nothing', {
    role: 'reviewer',
    run: async ({ c, session }) => c.html(nothingLeftPage(session)),
  });

  act(app, deps, '/next', {
    role: 'reviewer',
    run: async ({ tx, session, actor, requestId }) => {
      const { keyId: by, role } = actor;
      const now = deps.clock();
      const claim = { by, now, until: new Date(now.getTime() + CLAIM_MS) };
      const row = await caseClaims.next(tx, session.mode, claim, { settles: role === 'administrator' });
      // The released case returns to the queue, but is not offered to the same reviewer next.
      await caseClaims.releaseAll(tx, by, row?.id);
      if (!row) return '/desk/nothing';
      await writeAudit(deps, tx, { row, caller: actor, requestId, action: 'claim' });
      return `/desk/cases/${row.id}`;
    },
  });

  addClaimRoutes(app, deps);
};

const addClaimRoutes: DeskRoutes = (app, deps) => {
  act(app, deps, '/cases/:id/claim', {
    role: 'reviewer',
    run: async ({ tx, session, actor, requestId, id, form }) => {
      const row = await lockCase(tx, session.mode, id);
      const takesOver = form.get('takeover') === 'yes' && actor.role === 'administrator';
      const note = takesOver ? form.get('note') : null;
      if (takesOver && !note) throw new ApiError('validation_failed', { detail: NO_NOTE });
      if (isWaiting(row)) await requireBlind(tx, row, actor.keyId);
      await claimCase(deps, tx, row, { by: actor.keyId, takesOver });
      await caseClaims.releaseAll(tx, actor.keyId, id);
      const action = takesOver ? 'take over' : 'claim';
      await writeAudit(deps, tx, { row, caller: actor, requestId, action, note });
      return `/desk/cases/${id}`;
    },
  });

  // An open page polls this: whether the case still exists and is still claimed by this reviewer.
  show(app, deps, '/cases/:id/state', {
    role: 'viewer',
    run: async ({ c, session, actor, id }) => {
      const row = isId('case', id) ? await cases.find(deps.db, session.mode, id) : undefined;
      if (!row || row.redaction) return c.text('No data of the person is left.', 410);
      if (isHeldBy(row, actor.keyId, deps.clock()) || !isWaiting(row)) return c.body(null, 204);
      const judgement = await judgements.find(deps.db, judgementKey(row, actor.keyId));
      return judgement?.outcome ? c.body(null, 204) : c.text(NOT_HELD, 409);
    },
  });

  act(app, deps, '/cases/:id/release', {
    role: 'reviewer',
    run: async ({ tx, session, actor, requestId, id }) => {
      const row = await lockCase(tx, session.mode, id);
      // Whose claim has ended finds nothing to return, and the history of the case does not say that they did.
      if (!isHeldBy(row, actor.keyId, deps.clock())) return '/desk';
      await caseClaims.release(tx, id, actor.keyId);
      await writeAudit(deps, tx, { row, caller: actor, requestId, action: 'release' });
      return '/desk';
    },
  });
};

const NOT_HELD =
  'Ten minutes passed, or another reviewer took the case over. Your saved work is still there; claim the case again to continue.';
const NO_NOTE = 'Write into the note why you take the case over.';

async function view({ deps, c, session, actor }: DeskRequest): Promise<QueueView> {
  const now = deps.clock();
  const show = SHOWN.find((one) => one === c.req.query('show')) ?? 'all';
  const reference = (c.req.query('reference') ?? '').trim();
  const hours = Number(/^[1-9]\d{0,3}$/.exec(c.req.query('age') ?? '')?.[0] ?? 0);
  const { reason, list } = evidenceFilter(c, session);
  const [after, before] = [readPlace(c.req.query('after')), readPlace(c.req.query('before'))];
  const rows = await reviewQueue.list(deps.db, {
    mode: session.mode,
    now,
    by: actor.keyId,
    show,
    referenceMark: customerFields.markOf(deps.vault, reference || null),
    createdBefore: hours > 0 ? new Date(now.getTime() - hours * 3_600_000) : null,
    reason,
    list,
    after,
    before: after ? null : before,
    limit: PAGE + 1,
  });
  const names = await reviewers.names(deps.db);
  const isBack = !after && before !== null;
  const hasMore = rows.length > PAGE;
  const page = isBack ? rows.slice(-PAGE) : rows.slice(0, PAGE);
  if ((reason || list) && hasRole(session.reviewer, 'reviewer'))
    await seenEvidence.put(
      deps.db,
      page.map(({ id }) => ({ case_id: id, reviewer: actor.keyId, at: now })),
    );
  return {
    session,
    now,
    show,
    filter: {
      ...(reference && { reference }),
      ...(hours > 0 && { age: `${hours}` }),
      ...(reason && { reason }),
      ...(list && { list }),
    },
    at: after ? { after: c.req.query('after')! } : isBack ? { before: c.req.query('before')! } : {},
    canDecide: hasRole(session.reviewer, 'reviewer'),
    rows: page.map((row) => ({ ...row, reference: referenceOf(deps, row) })),
    names,
    figures: await reviewQueue.figures(deps.db, session.mode, now, MOST_COUNTED + 1),
    asksPasskey:
      canUsePasskeys(deps, c) && !session.reviewer.issuer && !(await hasPasskey(deps, session.reviewer)),
    previous: (isBack ? hasMore : after !== null) ? placeOf(page[0]) : null,
    next: isBack || hasMore ? placeOf(page.at(-1)) : null,
  };
}

/** One damaged case must not make the queue unavailable. */
function referenceOf({ vault, log }: DeskRequest['deps'], row: QueueRow): string | null {
  try {
    return customerFields.open(vault, row).clientReferenceId;
  } catch (error) {
    log.error('case damaged', { caseId: row.id, ...errorForLog(error) });
    return 'damaged: it cannot be read';
  }
}

const placeOf = (row: QueueRow | undefined) =>
  row ? `${row.priority}.${row.due.getTime()}.${row.id}` : null;

const SHOWN = ['all', 'free', 'mine', 'overdue', 'second', 'settle'] as const;

function readPlace(text: string | undefined): Place | null {
  const [, rank, time, id] = /^([012])\.(\d{1,15})\.(case_\w{26})$/.exec(text ?? '') ?? [];
  if (!rank || !time || !id || !isId('case', id)) return null;
  return { priority: Number(rank) as Priority, due: new Date(Number(time)), id };
}

/**
 * Filters by what a review is about. They show evidence: reviewers have none, and an administrator does not judge what they show.
 */
function evidenceFilter(c: DeskRequest['c'], { reviewer }: DeskRequest['session']) {
  if (reviewer.role === 'reviewer') return { reason: null, list: null };
  const reason = DecisionReason.safeParse(c.req.query('reason'));
  return { reason: reason.success ? reason.data : null, list: c.req.query('list')?.slice(0, 100) || null };
}
