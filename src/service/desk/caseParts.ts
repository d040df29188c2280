import type { Kysely } from 'kysely';
import type { CaseRow } from '../cases/caseRow.ts';
import type { ServiceContext } from '../context.ts';
import { purposes } from '../crypto/purposes.ts';
import type { Database } from '../db/schema.ts';
import { cases } from '../db/store/cases.ts';
import { documentMarks } from '../db/store/documentChecks.ts';
import type { JudgementRow } from '../db/store/judgements.ts';
import { seenEvidence } from '../db/store/seenEvidence.ts';
import { frames, type Take } from '../selfies/frames.ts';
import type { DeskSession } from './deskEnv.ts';
import { stateOf } from './pages/caseHeader.ts';

/** Parts of a case's page, read from the database. */
export const caseParts = {
  /** The steps and the trail of the latest selfie. */
  take: async (context: ServiceContext, db: Kysely<Database>, row: CaseRow): Promise<Take | null> => {
    const { id } = row.checks.selfie;
    return id ? await frames.take(context, db, row, { id, case_id: row.id }) : null;
  },

  /** Other cases of the same reference, the newest first. */
  siblings: async (db: Kysely<Database>, row: CaseRow, session: DeskSession) => {
    const { mode, reference_mark: referenceMark } = row;
    if (!referenceMark) return [];
    const rows = await cases.list(db, mode, { referenceMark, limit: MAX_SIBLINGS }, null);
    return await statesOf(
      db,
      rows.filter(({ id }) => id !== row.id),
      session,
    );
  },

  /** Other cases with a document of the same number, the newest first. */
  sameDocument: async (db: Kysely<Database>, row: CaseRow, session: DeskSession) => {
    const ids = await documentMarks.othersOf(db, row, MAX_SIBLINGS);
    const rows = await Promise.all(ids.map((id) => cases.find(db, row.mode, id)));
    return await statesOf(
      db,
      rows.filter((one) => one !== undefined),
      session,
    );
  },

  /** What stays of a decision that the reviewer undid. */
  withdrawn: ({ vault }: ServiceContext, row: CaseRow, judgement: JudgementRow | null) => {
    const [reason] = judgement?.reasons ?? [];
    if (!judgement || judgement.outcome || !reason) return null;
    const { sealed_note } = judgement;
    const note = sealed_note && row.data_key ? vault.open(row, purposes.judgementNote, sealed_note) : '';
    return { reason, note: note.toString() };
  },
};

const MAX_SIBLINGS = 50;

/** Cases with their states. What became of a case would influence the judgement of another one of the same reference. */
async function statesOf(db: Kysely<Database>, rows: readonly CaseRow[], session: DeskSession) {
  const ids = rows.map(({ id }) => id);
  const judges = session.reviewer.role !== 'viewer';
  const hidden = judges ? await seenEvidence.withWaitingSibling(db, ids, session.reviewer.id) : [];
  return rows.map((one) => {
    const withheld = hidden.includes(one.id) ? ('sibling' as const) : null;
    return { id: one.id, state: stateOf({ row: one, session, withheld }), openedAt: one.created_at };
  });
}
