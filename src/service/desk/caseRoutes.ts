import type { Kysely } from 'kysely';
import type { Decide } from '../../contract/case.ts';
import { isId } from '../../contract/ids.ts';
import { ApiError } from '../ApiError.ts';
import { type CaseRow, lockCase } from '../cases/caseRow.ts';
import { customerFields } from '../crypto/customerFields.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { Life } from '../db/reviewTables.ts';
import type { Database } from '../db/schema.ts';
import { cases } from '../db/store/cases.ts';
import { type JudgementRow, judgements } from '../db/store/judgements.ts';
import { reviewers } from '../db/store/reviewers.ts';
import { seenEvidence } from '../db/store/seenEvidence.ts';
import { CLAIM_MS, isHeldBy, isWaiting, otherClaimant } from '../reviews/claims.ts';
import { type Withheld, withheldFrom } from '../reviews/evidenceAccess.ts';
import {
  decideLater,
  FEATURES,
  judgeFaces,
  judgementKey,
  noteSeen,
  openJudgement,
  undoDecision,
} from '../reviews/judgeCase.ts';
import { dueTranscription } from '../reviews/transcribeDocument.ts';
import { screenBeforeApproval } from '../screenings/screenBeforeApproval.ts';
import { frames, type PictureFile } from '../selfies/frames.ts';
import { caseParts } from './caseParts.ts';
import type { DeskRoutes } from './deskEnv.ts';
import { act, type DeskAct, type DeskRequest, requireFresh, show } from './deskRoutes.ts';
import { type Evidence, evidenceOf } from './evidence.ts';
import { houseWords, requireHouseReason } from './houseWords.ts';
import { noteView } from './noteView.ts';
import { casePage } from './pages/case.ts';
import type { ReadyLink } from './pages/caseView.ts';
import { pictureOrNotice } from './pictureOrNotice.ts';
import { placeFaces } from './placeFaces.ts';
import { noteEvidence, readerOf, seesPictures } from './readerOf.ts';
import type { DeskActor } from './reviewers.ts';
import { sameHits } from './sameHits.ts';
import { storyOf } from './storyOf.ts';

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
      const life = readLife(form.get('life'));
      const features = form.all('feature').filter((name) => FEATURES.includes(name));
      await judgeFaces(reviewOf(request), row, { likeness, life, features });
      return `/desk/cases/${id}#evidence`;
    },
  });

  addDecisionRoutes(app, deps);
};

/** @throws {ApiError} `validation_failed` */
function readLife(text: string): Life | null {
  if (text === '') return null;
  if (text === 'alive' || text === 'not_alive' || text === 'cannot_tell') return text;
  throw new ApiError('validation_failed', {
    detail: 'Choose whether a living person was in front of the camera.',
  });
}

export const reviewOf = ({ deps, tx, actor, requestId }: DeskAct) => ({
  context: deps,
  tx,
  caller: actor,
  requestId,
});

/** The case of a form, which the reviewer must have claimed. Renews the claim. */
async function heldCase({ deps, tx, session, actor, id }: DeskAct): Promise<CaseRow> {
  const row = await lockCase(tx, session.mode, id);
  const now = deps.clock();
  if (!isHeldBy(row, actor.keyId, now)) throw new ApiError('claim_lost', { detail: LOST });
  const claimed_until = new Date(now.getTime() + CLAIM_MS);
  return await cases.update(tx, id, { claimed_until });
}

const LOST =
  'Your claim has ended: ten minutes passed, or another reviewer took the case over. Claim it again; your saved work is still there.';

/** The case that a reviewer judges: claimed by them, or decided and reopened to be overturned. */
export async function judgedCase(request: DeskAct): Promise<CaseRow> {
  const { tx, session, actor, id } = request;
  const row = await lockCase(tx, session.mode, id);
  if (isWaiting(row)) return await heldCase(request);
  const opened = await judgements.find(tx, judgementKey(row, actor.keyId));
  if (opened && !opened.is_sample) return row;
  throw new ApiError('case_state_conflict', { currentStatus: row.status, detail: NOT_OPENED });
}

const NOT_OPENED =
  'The case is already decided. To overturn the decision, open it with “Reopen the decision”.';

/**
 * The page of a case.
 * @param link a link that was just created.
 */
export async function showCase(request: DeskRequest, link: ReadyLink | null = null): Promise<Response> {
  const { deps, c, session, actor, requestId, id } = request;
  const now = deps.clock();
  const view = await inTransaction(deps, async (tx) => {
    const found = isId('case', id) ? await cases.find(tx, session.mode, id) : undefined;
    if (!found) throw new ApiError('resource_not_found', { detail: 'There is no such case. Check its id.' });
    const row = found.sampled_at ? await asSeen(tx, found, actor) : found;
    if (row.redaction) throw new ApiError('case_redacted', { detail: ERASED });
    const isHeld = isHeldBy(row, actor.keyId, now);
    if (isHeld) await openJudgement(deps, tx, row, actor.keyId);
    const reader = await readerOf(tx, row, actor);
    const { judgement, isOverturning, judges, pictures } = reader;
    const withheld = await withheldFrom(tx, row, reader);
    const hasEvidence = withheld === null;
    if (hasEvidence) await noteEvidence(deps, tx, row, reader);
    const hasDecided = judgement?.outcome != null && judgement.applies_at === null;
    const evidence = hasEvidence
      ? await evidenceOf(deps, tx, row, {
          reviewer: actor.keyId,
          judgement,
          hasDecided: hasDecided || !isWaiting(row),
          settles: actor.role === 'administrator',
        })
      : null;
    const action = hasEvidence ? 'see details and measurements' : 'open case';
    await noteView(deps, tx, { row, actor, requestId, action });
    const isDue = withheld === 'untranscribed';
    const mayJudge = judges && (await seenEvidence.mayJudge(tx, { row, reviewer: actor.keyId }));
    const related = await relatedTo(request, tx, { row, evidence, isHeld, due: isDue ? judgement : null });
    const shown = { row, isHeld, isOverturning, judgement, pictures, evidence, withheld, mayJudge };
    return { ...shown, ...related };
  });
  // A script that shows the other parts anew keeps the faces as they are.
  const isPart = c.req.header('desk-part') !== undefined;
  const other = otherClaimant(view.row, actor.keyId, now);
  const claimant = other && ((await reviewers.find(deps.db, other))?.name ?? 'API client');
  const seesFaces = view.isHeld || view.isOverturning || view.evidence !== null;
  const arranges = seesFaces && !isPart && view.pictures.length > 0;
  return c.html(
    casePage({
      ...view,
      session,
      now,
      claimant,
      faces: arranges ? await placeFaces(deps, view.row, view.pictures) : null,
      take: await caseParts.take(deps, deps.db, view.row),
      reference: customerFields.open(deps.vault, view.row).clientReferenceId,
      link,
      withdrawn: caseParts.withdrawn(deps, view.row, view.judgement),
      idleMinutes: deps.config.desk.idleMinutes,
    }),
  );
}

/** What stands around a case: a document to transcribe, its history, other cases, people to pass it to, and texts of the organisation. */
async function relatedTo(
  { deps, session, actor }: DeskRequest,
  tx: Kysely<Database>,
  {
    row,
    evidence,
    isHeld,
    due,
  }: {
    row: CaseRow;
    evidence: Evidence | null;
    isHeld: boolean;
    /** The judgement that lacks a transcription. */
    due: JudgementRow | null;
  },
) {
  const house = await houseWords(tx, row.mode, session.reviewer.settings.language);
  const judges = isHeld ? await seenEvidence.judgesOf(tx, row) : [];
  return {
    house,
    toTranscribe: due && (await dueTranscription(tx, row, due)),
    colleagues: judges.filter(({ id }) => id !== actor.keyId),
    story: evidence ? await storyOf(deps, tx, row, { actor, house }) : null,
    siblings: evidence ? await caseParts.siblings(tx, row, session) : [],
    sameDocument: evidence ? await caseParts.sameDocument(tx, row, session) : [],
    hasSameHits: evidence !== null && (await sameHits.exist(deps, tx, row, evidence.hits)),
  };
}

const ERASED = 'This case was erased. No data of the person is left.';

/** A sample is a decided case like any other to those who know its evidence, and do not judge it. */
async function asSeen(tx: Kysely<Database>, row: CaseRow, { keyId: reviewer }: DeskActor): Promise<CaseRow> {
  return (await seenEvidence.has(tx, { row, reviewer })) ? { ...row, sampled_at: null, due_at: null } : row;
}

/** Pictures, one for each request. Each is logged in the audit log and recorded as seen. */
const addPictureRoutes: DeskRoutes = (app, deps) => {
  const picture = (
    path: string,
    of: (row: CaseRow, n: string) => { name: string; read: () => Promise<PictureFile> },
  ) =>
    show(app, deps, path, {
      role: 'viewer',
      run: async ({ c, session, actor, requestId, id }) => {
        const visible = async (db: Kysely<Database>) => {
          const row = isId('case', id) ? await cases.find(db, session.mode, id) : undefined;
          if (row && (await seesPictures(db, row, actor, deps.clock()))) return row;
          throw new ApiError('resource_not_found');
        };
        // Before the transaction: the store of pictures may be slow.
        const { name, read } = of(await visible(deps.db), c.req.param('n') ?? '');
        const { file, status, loss } = await pictureOrNotice(deps, requestId, read);
        if (status !== 503)
          await inTransaction(deps, async (tx) => {
            const row = await visible(tx);
            const judgement = await judgements.lock(tx, judgementKey(row, actor.keyId));
            if (judgement) await noteSeen(tx, judgement, name);
            const picture = loss ? `the loss (${loss}) of a picture` : 'pictures';
            const action = `see ${picture} of ${row.checks.selfie.id ?? 'the reference'}`;
            await noteView(deps, tx, { row, actor, requestId, action });
          });
        return c.body(new Uint8Array(file.bytes), status, { 'Content-Type': file.mediaType });
      },
    });
  const { db } = deps;
  picture('/cases/:id/frames/:n', (row, n) => {
    const check = checkOf(row);
    return { name: `${check.id}/${Number(n)}`, read: () => frames.step(deps, db, row, { check, n }) };
  });
  picture('/cases/:id/trail/:n', (row, n) => {
    const check = checkOf(row);
    return { name: `${check.id}/trail/${Number(n)}`, read: () => frames.trail(deps, db, row, { check, n }) };
  });
  picture('/cases/:id/reference', (row) => ({
    name: 'reference',
    read: async () => {
      const file = await frames.reference(deps, db, row);
      if (!file) throw new ApiError('resource_not_found');
      return file;
    },
  }));
};

function checkOf(row: CaseRow): { id: string; case_id: string } {
  const { id } = row.checks.selfie;
  if (!id || row.redaction) throw new ApiError('resource_not_found');
  return { id, case_id: row.id };
}

/**
 * @throws {ApiError} `claim_lost`; `frames_unseen` before the reviewer has judged the faces, and transcribed a document that no
 *   machine read without doubt.
 */
export async function requireJudged(request: DeskAct): Promise<void> {
  const withheld = await withheldIn(request, await judgedCase(request));
  if (withheld)
    throw new ApiError('frames_unseen', {
      detail:
        withheld === 'untranscribed' || withheld === 'unread_document'
          ? DOCUMENT_FIRST[withheld]
          : 'Judge the faces first.',
    });
}

const DOCUMENT_FIRST = {
  untranscribed: 'Transcribe the document first.',
  unread_document: 'The document of the case is being read. Load the page again in a moment.',
};

/** Why a case that is acted on withholds its evidence from who acts; `null` if it does not. */
export async function withheldIn({ tx, actor }: DeskAct, row: CaseRow): Promise<Withheld | null> {
  return await withheldFrom(tx, row, await readerOf(tx, row, actor));
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
      const withheld = await withheldIn(request, row);
      if (withheld === 'untranscribed' || withheld === 'unread_document')
        throw new ApiError('frames_unseen', { detail: DOCUMENT_FIRST[withheld] });
      const decide = readDecision(form);
      requireHouseReason(await houseWords(tx, row.mode, null), decide.outcome, form.get('reason'));
      await decideLater(reviewOf(request), row, decide);
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
