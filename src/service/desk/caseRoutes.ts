import type { Kysely } from 'kysely';
import type { Decide } from '../../contract/case.ts';
import { HitReasonCode, HitResolution } from '../../contract/hit.ts';
import { isId } from '../../contract/ids.ts';
import { ApiError } from '../ApiError.ts';
import { writeAudit } from '../audit/writeAudit.ts';
import { type CaseRow, lockCase } from '../cases/caseRow.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { Database } from '../db/schema.ts';
import { amlScreenings } from '../db/store/amlScreenings.ts';
import { cases } from '../db/store/cases.ts';
import { type JudgementRow, judgements } from '../db/store/judgements.ts';
import { reviewers } from '../db/store/reviewers.ts';
import { CLAIM_MS, isWaiting, otherClaimant } from '../reviews/claims.ts';
import {
  decideLater,
  FEATURES,
  judgeFaces,
  judgementKey,
  noteSeen,
  openJudgement,
  picturesOf,
  shownRound,
  undoDecision,
} from '../reviews/judgeCase.ts';
import { resolveHit } from '../screenings/resolveHit.ts';
import { screenBeforeApproval } from '../screenings/screenBeforeApproval.ts';
import { frames } from '../selfies/frames.ts';
import type { DeskRoutes } from './deskEnv.ts';
import { act, type DeskAct, type DeskRequest, requireFresh, show } from './deskRoutes.ts';
import { evidenceOf } from './evidence.ts';
import { casePage } from './pages/case.ts';
import type { ReadyLink } from './pages/caseView.ts';
import { placeFaces } from './placeFaces.ts';

/** The page of a case: the request and the faces first, measurements and hits after the reviewer's own judgement. */
export const addCaseRoutes: DeskRoutes = (app, deps) => {
  show(app, deps, '/cases/:id', { role: 'viewer', run: (request) => showCase(request) });
  addPictureRoutes(app, deps);

  act(app, deps, '/cases/:id/judgement', {
    role: 'reviewer',
    run: async (request) => {
      const { form, id } = request;
      const row = await judgedCase(request);
      const choice = form.get('likeness');
      if (!/^(-?[0-3]|cannot_tell)$/.test(choice))
        throw new ApiError('validation_failed', { detail: 'Choose one of the steps, or “I can’t tell”.' });
      const likeness = choice === 'cannot_tell' ? null : Number(choice);
      const features = form.all('feature').filter((name) => FEATURES.includes(name));
      await judgeFaces(reviewOf(request), row, { likeness, features });
      return `/desk/cases/${id}#evidence`;
    },
  });

  act(app, deps, '/cases/:id/hits', { role: 'reviewer', run: resolve });
  addDecisionRoutes(app, deps);
};

const reviewOf = ({ deps, tx, actor, requestId }: DeskAct) => ({
  context: deps,
  tx,
  caller: actor,
  requestId,
});

/** The case of a form, which the reviewer must have claimed. Renews the claim. */
async function heldCase({ deps, tx, session, actor, id }: DeskAct): Promise<CaseRow> {
  const row = await lockCase(tx, session.mode, id);
  const now = deps.clock();
  if (row.claimed_by !== actor.keyId || row.claimed_until === null || row.claimed_until <= now)
    throw new ApiError('claim_lost', { detail: LOST });
  const claimed_until = new Date(now.getTime() + CLAIM_MS);
  return await cases.update(tx, id, { claimed_until });
}

const LOST =
  'Your claim has ended: ten minutes passed, or another reviewer took the case over. Claim it again; your saved work is still there.';

/** The case that a reviewer judges: claimed by them, or decided and reopened to be overturned. */
async function judgedCase(request: DeskAct): Promise<CaseRow> {
  const { tx, session, actor, id } = request;
  const row = await lockCase(tx, session.mode, id);
  if (isWaiting(row)) return await heldCase(request);
  const opened = await judgements.find(tx, judgementKey(row, actor.keyId));
  if (opened && !opened.is_sample) return row;
  throw new ApiError('case_state_conflict', { currentStatus: row.status, detail: NOT_OPENED });
}

const NOT_OPENED = 'The case is already decided. To overturn the decision, open it with “Look at it again”.';

/**
 * The page of a case.
 * @param link a link that was just created.
 */
export async function showCase(request: DeskRequest, link: ReadyLink | null = null): Promise<Response> {
  const { deps, c, session, actor, requestId, id } = request;
  const now = deps.clock();
  const view = await inTransaction(deps, async (tx) => {
    const row = isId('case', id) ? await cases.find(tx, session.mode, id) : undefined;
    if (!row) throw new ApiError('resource_not_found', { detail: 'There is no such case. Check its id.' });
    if (row.redaction) throw new ApiError('case_redacted', { detail: ERASED });
    const isHeld = row.claimed_by === actor.keyId && row.claimed_until !== null && row.claimed_until > now;
    const key = judgementKey(row, actor.keyId);
    const opened = isHeld ? await openJudgement(deps, tx, row, actor.keyId) : await judgements.find(tx, key);
    const isOverturning = !isWaiting(row) && opened?.is_sample === false;
    const judgement = opened ?? (await judgements.find(tx, { ...key, round: shownRound(row) })) ?? null;
    const pictures = await picturesOf(tx, row);
    const hasEvidence = mayRead(row, { actor, judgement, pictures, isOverturning });
    const hasDecided = judgement?.outcome != null && judgement.applies_at === null;
    const evidence = hasEvidence
      ? await evidenceOf(deps, tx, row, { reviewer: actor.keyId, hasDecided: hasDecided || !isWaiting(row) })
      : null;
    const action = hasEvidence ? 'see details and measurements' : 'open case';
    await writeAudit(deps, tx, { row, caller: actor, requestId, action });
    return { row, isHeld, isOverturning, judgement, pictures, evidence };
  });
  const other = otherClaimant(view.row, actor.keyId, now);
  const claimant = other && ((await reviewers.find(deps.db, other))?.name ?? 'The customer’s own desk');
  const trail = view.row.checks.selfie.id ? await trailOf(request, view.row) : 0;
  const seesFaces = view.isHeld || view.isOverturning || view.evidence !== null || actor.role === 'viewer';
  const placed = seesFaces ? await placeFaces(deps, view.row, view.pictures) : null;
  return c.html(
    casePage({
      ...view,
      session,
      now,
      claimant,
      placed,
      trail,
      link,
      idleMinutes: deps.config.desk.idleMinutes,
    }),
  );
}

const ERASED = 'This case was erased. No data of the person is left.';

async function trailOf({ deps }: DeskRequest, row: CaseRow): Promise<number> {
  const check = { id: row.checks.selfie.id!, case_id: row.id };
  return (await frames.list(deps, deps.db, row, check)).trail.length;
}

/**
 * Whether measurements, hits and personal details are shown. A reviewer sees them after judging the faces, if the case
 * has any. Viewers do not judge. A case that has ended is shown in full; one that may still come to a review to nobody who
 * may judge it.
 */
function mayRead(
  row: CaseRow,
  {
    actor,
    judgement,
    pictures,
    isOverturning,
  }: {
    actor: DeskRequest['actor'];
    judgement: JudgementRow | null;
    pictures: string[];
    isOverturning: boolean;
  },
): boolean {
  if (actor.role === 'viewer') return true;
  // Whoever sees them before a case is in review would not judge its faces first.
  if (isStillOpen(row)) return false;
  if (!(isWaiting(row) || isOverturning)) return true;
  if (!judgement) return false;
  return judgement.judged_at !== null || judgement.outcome !== null || pictures.length === 0;
}

/** Whether a case may still come to a review. */
const isStillOpen = ({ status }: CaseRow) => status === 'requires_input' || status === 'processing';

/** Pictures, one for each request. Each is logged in the audit log and recorded as seen. */
const addPictureRoutes: DeskRoutes = (app, deps) => {
  const picture = (
    path: string,
    read: (db: Kysely<Database>, row: CaseRow, n: string) => Promise<{ name: string; file: Picture }>,
  ) =>
    show(app, deps, path, {
      role: 'viewer',
      run: async ({ c, session, actor, requestId, id }) => {
        const { mediaType, bytes } = await inTransaction(deps, async (tx) => {
          const row = isId('case', id) ? await cases.find(tx, session.mode, id) : undefined;
          const isOther =
            row && isWaiting(row) && row.claimed_by !== actor.keyId && actor.role === 'reviewer';
          if (!row || isOther) throw new ApiError('resource_not_found');
          const { name, file } = await read(tx, row, c.req.param('n') ?? '');
          const judgement = await judgements.lock(tx, judgementKey(row, actor.keyId));
          if (judgement) await noteSeen(tx, judgement, name);
          await writeAudit(deps, tx, { row, caller: actor, requestId, action: `see frame ${name}` });
          return file;
        });
        return c.body(new Uint8Array(bytes), 200, { 'Content-Type': mediaType });
      },
    });
  picture('/cases/:id/frames/:n', async (db, row, n) => {
    const check = checkOf(row);
    return { name: `${check.id}/${Number(n)}`, file: await frames.step(deps, db, row, { check, n }) };
  });
  picture('/cases/:id/trail/:n', async (db, row, n) => {
    const check = checkOf(row);
    return { name: `${check.id}/trail/${Number(n)}`, file: await frames.trail(deps, db, row, { check, n }) };
  });
  picture('/cases/:id/reference', async (db, row) => {
    const file = await frames.reference(deps, db, row);
    if (!file) throw new ApiError('resource_not_found');
    return { name: 'reference', file };
  });
};

type Picture = Awaited<ReturnType<typeof frames.step>>;

function checkOf(row: CaseRow): { id: string; case_id: string } {
  const { id } = row.checks.selfie;
  if (!id || row.redaction) throw new ApiError('resource_not_found');
  return { id, case_id: row.id };
}

/** @throws {ApiError} `claim_lost`; `frames_unseen` before the reviewer has judged the faces. */
async function requireJudged(request: DeskAct): Promise<void> {
  const { tx, actor } = request;
  const row = await judgedCase(request);
  const isOverturning = !isWaiting(row);
  const judgement = (await judgements.lock(tx, judgementKey(row, actor.keyId))) ?? null;
  if (!mayRead(row, { actor, judgement, pictures: await picturesOf(tx, row), isOverturning }))
    throw new ApiError('frames_unseen', { detail: 'Judge the faces first.' });
}

async function resolve(request: DeskAct): Promise<string> {
  const { deps, tx, actor, requestId, form, id } = request;
  const row = await judgedCase(request);
  const hitId = form.get('hit');
  const back = `/desk/cases/${id}#hits`;
  if (form.get('resolution') === 'unsure') {
    await writeAudit(deps, tx, { row, caller: actor, requestId, action: 'unsure of hit', note: hitId });
    return back;
  }
  const resolution = HitResolution.safeParse(form.get('resolution'));
  const reasonCode = HitReasonCode.safeParse(form.get('reasonCode'));
  if (!resolution.success || !reasonCode.success)
    throw new ApiError('validation_failed', { detail: 'Choose whether it is the person, and why.' });
  await requireJudged(request);
  const screeningId = row.checks.aml.id;
  const screeningRow = screeningId ? await amlScreenings.find(tx, row.mode, screeningId) : undefined;
  if (!screeningRow) throw new ApiError('resource_not_found');
  if (row.sampled_at) {
    await writeAudit(deps, tx, { row, caller: actor, requestId, action: `resolve hit ${resolution.data}` });
    return back;
  }
  const screening = await amlScreenings.lock(tx, screeningRow);
  const decision = {
    resolution: resolution.data,
    reasonCode: reasonCode.data,
    note: form.get('note') || reasonCode.data.replaceAll('_', ' '),
  };
  await resolveHit({ ...reviewOf(request), ...decision }, screening, row, hitId);
  return back;
}

const addDecisionRoutes: DeskRoutes = (app, deps) => {
  act(app, deps, '/cases/:id/decision', {
    role: 'reviewer',
    // A hit found before an approval stays, also if the approval then requires a second reviewer.
    prepare: async (request) => {
      const {
        session: { mode },
        form,
        id,
      } = request;
      const decide = readDecision(form);
      const row = isId('case', id) ? await cases.find(deps.db, mode, id) : undefined;
      if (!row || decide.outcome !== 'approved' || row.sampled_at) return;
      // The response reveals a new hit: only the reviewer who has claimed the case and judged the faces may receive it.
      await inTransaction(deps, (tx) => requireJudged({ ...request, tx }));
      const screened = await screenBeforeApproval(deps, { mode, id, decide });
      if (screened?.hasNews) throw new ApiError('version_conflict', { detail: LOOK_AGAIN });
    },
    run: async (request) => {
      const { session, form, id, tx } = request;
      const before = await lockCase(tx, session.mode, id);
      if (!isWaiting(before)) requireFresh(session);
      const row = await judgedCase(request);
      await decideLater(reviewOf(request), row, readDecision(form));
      return `/desk/cases/${id}#decided`;
    },
  });
  act(app, deps, '/cases/:id/undo', {
    role: 'reviewer',
    run: async (request) => {
      const row = await lockCase(request.tx, request.session.mode, request.id);
      await undoDecision(reviewOf(request), row);
      return `/desk/cases/${request.id}#decision`;
    },
  });
};

const LOOK_AGAIN =
  'The person was screened first, with a result that you have not seen. Open the case again.';

/** @throws {ApiError} `validation_failed` */
function readDecision(form: DeskAct['form']): Decide {
  const outcome = (['approved', 'declined', 'requires_input'] as const).find(
    (one) => one === form.get('outcome'),
  );
  const expectedVersion = Number(form.get('expectedVersion'));
  const reason = form.get('reason');
  const note = form.get('note');
  if (!outcome || !Number.isInteger(expectedVersion) || expectedVersion < 1)
    throw new ApiError('validation_failed', { detail: 'Choose one of the decisions.' });
  if (!reason || reason.length > 100 || note.length > 2000)
    throw new ApiError('validation_failed', { detail: 'Choose a reason; a note has up to 2000 characters.' });
  return { outcome, expectedVersion, reasons: [reason], ...(note && { note }) };
}
