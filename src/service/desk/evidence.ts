import type { Kysely } from 'kysely';
import type { SelfieCheck } from '../../contract/selfieCheck.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import type { ServiceContext } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { amlScreenings } from '../db/store/amlScreenings.ts';
import { judgements } from '../db/store/judgements.ts';
import { personalDetails } from '../db/store/personalDetails.ts';
import { selfieChecks } from '../db/store/selfieChecks.ts';
import { readDetails, viewDetails } from '../details/readDetails.ts';
import { blindView } from '../reviews/blindHits.ts';
import { hitsOf } from '../reviews/decideCase.ts';
import { shownRound } from '../reviews/judgeCase.ts';
import type { FoundHit } from '../screenings/foundHit.ts';
import { viewCheck } from '../selfies/selfieCheck.ts';

/** The part of a case that is shown after the reviewer's own judgement. */
export interface Evidence {
  check: SelfieCheck | null;
  details: ReturnType<typeof viewDetails> | null;
  /** The details before a correction; `null` if there was none. */
  earlier: ReturnType<typeof viewDetails> | null;
  hits: FoundHit[];
  screeningId: string | null;
  lists: { name: string; publishedAt: string | null }[];
  /** Decisions of other reviewers in this round; empty before the reviewer's own decision took effect. */
  others: { outcome: string; likeness: number | null }[];
}

/** Collects the evidence. Call it only after the reviewer has judged the faces. */
export async function evidenceOf(
  { vault }: ServiceContext,
  db: Kysely<Database>,
  row: CaseRow,
  { reviewer, hasDecided }: { reviewer: string; hasDecided: boolean },
): Promise<Evidence> {
  const checkId = row.checks.selfie.id;
  const check = checkId ? await selfieChecks.findByKey(db, { id: checkId, case_id: row.id }) : undefined;
  const stored = row.data_key && !row.details_deleted_at ? await personalDetails.find(db, row.id) : undefined;
  const screeningId = row.checks.aml.id;
  const screening = screeningId ? await amlScreenings.find(db, row.mode, screeningId) : undefined;
  const decided = await judgements.decided(db, { case_id: row.id, round: shownRound(row) });
  const others = decided.filter((one) => one.reviewer !== reviewer);
  const hits = await hitsOf({ vault }, db, row);
  const view = hasDecided ? null : await blindView(db, row, { keyId: reviewer, role: 'reviewer' });
  const before = stored && (await personalDetails.before(db, stored));
  const detailsView = (details: typeof stored) =>
    details ? viewDetails(row.id, readDetails(vault, row, details), details.submitted_at) : null;
  return {
    check: check ? viewCheck(check) : null,
    details: detailsView(stored),
    earlier: detailsView(before),
    hits: view ? view(hits) : hits,
    screeningId,
    lists: (screening?.dataset?.lists ?? []).map(({ name, publishedAt }) => ({ name, publishedAt })),
    others: hasDecided ? others.map(({ outcome, likeness }) => ({ outcome: outcome!, likeness })) : [],
  };
}
