import type { Kysely } from 'kysely';
import { isId } from '../../contract/ids.ts';
import { ApiError } from '../ApiError.ts';
import { writeAudit } from '../audit/writeAudit.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { customerFields } from '../crypto/customerFields.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { Database } from '../db/schema.ts';
import { cases } from '../db/store/cases.ts';
import { reviewers } from '../db/store/reviewers.ts';
import { withheldFrom } from '../reviews/evidenceAccess.ts';
import { frames, type PictureFile } from '../selfies/frames.ts';
import { caseDocument } from './caseDocument.ts';
import type { DeskRoutes } from './deskEnv.ts';
import { type DeskRequest, hasRole, show } from './deskRoutes.ts';
import { documentPicture } from './documentEvidence.ts';
import { evidenceOf } from './evidence.ts';
import { houseWords } from './houseWords.ts';
import { knowsHandling } from './knowsHandling.ts';
import { dayAndTime } from './pages/words.ts';
import { pictureOrNotice } from './pictureOrNotice.ts';
import { opensEvidence, readerOf } from './readerOf.ts';
import { storyOf } from './storyOf.ts';

/** What belongs to the history of a case, for those who may see its evidence: pictures of every selfie, and the case as PDF. */
export const addRecordRoutes: DeskRoutes = (app, deps) => {
  addReportRoute(app, deps);
  const picture = (path: string, of: (request: DeskRequest, row: CaseRow) => NamedPicture, open = openCase) =>
    show(app, deps, path, {
      role: 'viewer',
      run: async (request) => {
        // Before the transaction: the store of pictures may be slow.
        const { name, read } = of(request, await open(request, deps.db));
        const { file, status, loss } = await pictureOrNotice(deps, request.requestId, read);
        const action = loss ? `see the loss (${loss}) of ${name}` : `see ${name}`;
        if (status !== 503)
          await inTransaction(deps, async (tx) => {
            await note(request, tx, await open(request, tx), action);
          });
        return request.c.body(new Uint8Array(file.bytes), status, { 'Content-Type': file.mediaType });
      },
    });
  picture('/cases/:id/attempts/:check/:n', ({ c }, row) => {
    const check = { id: c.req.param('check') ?? '', case_id: row.id };
    const n = c.req.param('n') ?? '';
    const read = () => frames.step(deps, deps.db, row, { check, n });
    return { name: `frame ${check.id}/${Number(n)}`, read };
  });
  picture(
    '/cases/:id/document/:side/:n',
    ({ c }, row) => {
      const [side, n] = [c.req.param('side') ?? '', c.req.param('n') ?? ''];
      const read = () => documentPicture(deps, deps.db, row, { side, n });
      return { name: `document ${row.checks.document.id}/${side}/${n}`, read };
    },
    openDocument,
  );
};

interface NamedPicture {
  /** For the audit log. */
  name: string;
  read: () => Promise<PictureFile>;
}

/** @throws {ApiError} `resource_not_found` for those who may not see the evidence of the case */
async function openCase(
  { deps, session, actor, id }: DeskRequest,
  tx: Kysely<Database>,
  mayOpen = (row: CaseRow) => opensEvidence(deps, tx, row, actor),
): Promise<CaseRow> {
  const row = isId('case', id) ? await cases.find(tx, session.mode, id) : undefined;
  if (row && !row.redaction && (await mayOpen(row))) return row;
  throw new ApiError('resource_not_found', { detail: NO_FILE });
}

/** The same, also for a reviewer who transcribes the document before they see the evidence. */
function openDocument(request: DeskRequest, tx: Kysely<Database>): Promise<CaseRow> {
  const { deps, actor } = request;
  return openCase(request, tx, async (row) => {
    const withheld = await withheldFrom(tx, row, await readerOf(tx, row, actor));
    return withheld === 'untranscribed' || (await opensEvidence(deps, tx, row, actor));
  });
}

const note = async (
  { deps, actor: caller, requestId }: DeskRequest,
  tx: Kysely<Database>,
  row: CaseRow,
  action: string,
) => await writeAudit(deps, tx, { row, caller, requestId, action });

const addReportRoute: DeskRoutes = (app, deps) => {
  show(app, deps, '/cases/:id/report.pdf', {
    role: 'viewer',
    run: async (request) => {
      const { c, session, actor, id } = request;
      const document = await inTransaction(deps, async (tx) => {
        const row = await openCase(request, tx);
        const { judgement } = await readerOf(tx, row, actor);
        const reader = { reviewer: actor.keyId, judgement, hasDecided: false };
        const evidence = await evidenceOf(deps, tx, row, reader);
        const house = await houseWords(tx, row.mode, session.reviewer.settings.language);
        const story = await storyOf(deps, tx, row, { actor, house });
        await note(request, tx, row, 'print case');
        const reference = customerFields.open(deps.vault, row).clientReferenceId;
        const whoAt = await namesOf(request, tx, row);
        return caseDocument({ row, session, now: deps.clock(), reference, evidence, story, whoAt });
      });
      const pdf = await deps.printer.printDocument(document);
      return c.body(new Uint8Array(pdf), 200, {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="${id}.pdf"`,
      });
    },
  });
};

/** Names those who handled a case, as far as the reader may know them; themselves always. */
async function namesOf({ actor }: DeskRequest, tx: Kysely<Database>, row: CaseRow) {
  const names = await reviewers.names(tx);
  const isJudge = hasRole(actor, 'reviewer');
  return (reviewer: string, at: Date) =>
    reviewer === actor.keyId || knowsHandling(row, { isJudge }, at)
      ? `${names.get(reviewer) ?? 'API client'}, ${dayAndTime(at)}`
      : null;
}

const NO_FILE = 'There is no such case, or you have to judge its faces before you see its file.';
