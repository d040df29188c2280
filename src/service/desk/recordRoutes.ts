import { isId } from '../../contract/ids.ts';
import { ApiError } from '../ApiError.ts';
import { writeAudit } from '../audit/writeAudit.ts';
import { customerFields } from '../crypto/customerFields.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { cases } from '../db/store/cases.ts';
import { judgements } from '../db/store/judgements.ts';
import { judgementKey } from '../reviews/judgeCase.ts';
import { frames } from '../selfies/frames.ts';
import { caseDocument } from './caseDocument.ts';
import { opensEvidence } from './caseRoutes.ts';
import type { DeskRoutes } from './deskEnv.ts';
import { show } from './deskRoutes.ts';
import { documentPicture } from './documentEvidence.ts';
import { evidenceOf } from './evidence.ts';
import { houseWords } from './houseWords.ts';
import { storyOf } from './storyOf.ts';

/** What belongs to the history of a case, for those who may see its evidence: pictures of every selfie, and the case as PDF. */
export const addRecordRoutes: DeskRoutes = (app, deps) => {
  addReportRoute(app, deps);
  show(app, deps, '/cases/:id/attempts/:check/:n', {
    role: 'viewer',
    run: async ({ c, session, actor, requestId, id }) => {
      const { mediaType, bytes } = await inTransaction(deps, async (tx) => {
        const row = isId('case', id) ? await cases.find(tx, session.mode, id) : undefined;
        if (!row || row.redaction || !(await opensEvidence(deps, tx, row, actor)))
          throw new ApiError('resource_not_found');
        const check = { id: c.req.param('check') ?? '', case_id: row.id };
        const n = c.req.param('n') ?? '';
        const file = await frames.step(deps, tx, row, { check, n });
        const action = `see frame ${check.id}/${Number(n)}`;
        await writeAudit(deps, tx, { row, caller: actor, requestId, action });
        return file;
      });
      return c.body(new Uint8Array(bytes), 200, { 'Content-Type': mediaType });
    },
  });

  show(app, deps, '/cases/:id/document/:side/:n', {
    role: 'viewer',
    run: async ({ c, session, actor, requestId, id }) => {
      const { mediaType, bytes } = await inTransaction(deps, async (tx) => {
        const row = isId('case', id) ? await cases.find(tx, session.mode, id) : undefined;
        if (!row || row.redaction || !(await opensEvidence(deps, tx, row, actor)))
          throw new ApiError('resource_not_found');
        const [side, n] = [c.req.param('side') ?? '', c.req.param('n') ?? ''];
        const file = await documentPicture(deps, tx, row, { side, n });
        const action = `see document ${row.checks.document.id}/${side}/${n}`;
        await writeAudit(deps, tx, { row, caller: actor, requestId, action });
        return file;
      });
      return c.body(new Uint8Array(bytes), 200, { 'Content-Type': mediaType });
    },
  });
};

const addReportRoute: DeskRoutes = (app, deps) => {
  show(app, deps, '/cases/:id/report.pdf', {
    role: 'viewer',
    run: async ({ c, session, actor, requestId, id }) => {
      const document = await inTransaction(deps, async (tx) => {
        const row = isId('case', id) ? await cases.find(tx, session.mode, id) : undefined;
        if (!row || row.redaction || !(await opensEvidence(deps, tx, row, actor)))
          throw new ApiError('resource_not_found', { detail: NO_FILE });
        const key = judgementKey(row, actor.keyId);
        const judgement = (await judgements.find(tx, key)) ?? null;
        const reader = { reviewer: actor.keyId, judgement, hasDecided: false };
        const evidence = await evidenceOf(deps, tx, row, reader);
        const house = await houseWords(tx, row.mode, session.reviewer.settings.language);
        const story = await storyOf(deps, tx, row, { actor, house });
        await writeAudit(deps, tx, { row, caller: actor, requestId, action: 'print case' });
        const reference = customerFields.open(deps.vault, row).clientReferenceId;
        return caseDocument({ row, session, now: deps.clock(), reference, evidence, story });
      });
      const pdf = await deps.printer.printDocument(document);
      return c.body(new Uint8Array(pdf), 200, {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="${id}.pdf"`,
      });
    },
  });
};

const NO_FILE = 'There is no such case, or you have to judge its faces before you see its file.';
