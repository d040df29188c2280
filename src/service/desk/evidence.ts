import type { Kysely } from 'kysely';
import type { SelfieCheck } from '../../contract/selfieCheck.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import type { ServiceContext } from '../context.ts';
import type { Vault } from '../crypto/vault.ts';
import type { Database } from '../db/schema.ts';
import { amlScreenings } from '../db/store/amlScreenings.ts';
import { type JudgementRow, judgements } from '../db/store/judgements.ts';
import { personalDetails } from '../db/store/personalDetails.ts';
import { reviewers } from '../db/store/reviewers.ts';
import { selfieChecks } from '../db/store/selfieChecks.ts';
import { readDetails, viewDetails } from '../details/readDetails.ts';
import { blindView } from '../reviews/blindHits.ts';
import { isWaiting } from '../reviews/claims.ts';
import { hitsOf } from '../reviews/decideCase.ts';
import { shownRound } from '../reviews/judgeCase.ts';
import { sampleHits } from '../reviews/sampleHits.ts';
import type { FoundHit } from '../screenings/foundHit.ts';
import { viewCheck } from '../selfies/selfieCheck.ts';
import { type DocumentEvidence, documentEvidence } from './documentEvidence.ts';
import { opinionOf } from './opinionOf.ts';

/** The part of a case that is shown after the reviewer's own judgement. */
export interface Evidence {
  check: SelfieCheck | null;
  details: ReturnType<typeof viewDetails> | null;
  /** The details before a correction; `null` if there was none. */
  earlier: ReturnType<typeof viewDetails> | null;
  /** The document that the person showed; `null` if none. */
  document: DocumentEvidence | null;
  hits: FoundHit[];
  screeningId: string | null;
  lists: { name: string; publishedAt: string | null }[];
  /** Decisions of other reviewers in this round; empty before the reviewer's own decision took effect, except for those who settle. */
  others: OtherDecision[];
}

/** The decision of another reviewer, with their judgement of the faces. */
interface OtherDecision extends Pick<JudgementRow, 'likeness' | 'life' | 'features'> {
  name: string;
  outcome: string;
  reasons: string[];
  note: string | null;
}

/** Collects the evidence. Call it only after the reviewer has judged the faces. */
export async function evidenceOf(
  { vault }: ServiceContext,
  db: Kysely<Database>,
  row: CaseRow,
  {
    reviewer,
    judgement,
    hasDecided,
    settles = false,
  }: {
    reviewer: string;
    judgement: JudgementRow | null;
    hasDecided: boolean;
    /** Whether they settle disagreements: after their own judgement of the faces they see both positions. */
    settles?: boolean;
  },
): Promise<Evidence> {
  const checkId = row.checks.selfie.id;
  const check = checkId ? await selfieChecks.findByKey(db, { id: checkId, case_id: row.id }) : undefined;
  const stored = row.data_key && !row.details_deleted_at ? await personalDetails.find(db, row.id) : undefined;
  const screeningId = row.checks.aml.id;
  const screening = screeningId ? await amlScreenings.find(db, row.mode, screeningId) : undefined;
  const decided = await judgements.decided(db, { case_id: row.id, round: shownRound(row) });
  const others = decided.filter((one) => one.reviewer !== reviewer);
  const found = await hitsOf({ vault }, db, row);
  const isSample = judgement?.is_sample && isWaiting(row);
  const hits = isSample ? sampleHits(vault, row, judgement, found) : found;
  const view = hasDecided ? null : await blindView(db, row, { keyId: reviewer, role: 'reviewer' });
  const before = stored && (await personalDetails.before(db, stored));
  const detailsView = (details: typeof stored) =>
    details ? viewDetails(row.id, readDetails(vault, row, details), details.submitted_at) : null;
  return {
    check: check ? viewCheck(check) : null,
    details: detailsView(stored),
    earlier: detailsView(before),
    document: await documentEvidence({ vault }, db, row, { details: detailsView(stored), reviewer }),
    hits: view ? view(hits) : hits,
    screeningId,
    lists: (screening?.dataset?.lists ?? []).map(({ name, publishedAt }) => ({ name, publishedAt })),
    others: hasDecided || (settles && others.length > 1) ? await named(vault, db, row, others) : [],
  };
}

async function named(
  vault: Vault,
  db: Kysely<Database>,
  row: CaseRow,
  others: readonly JudgementRow[],
): Promise<OtherDecision[]> {
  if (others.length === 0) return [];
  const names = await reviewers.names(db);
  return others.map((other) => ({
    name: names.get(other.reviewer) ?? 'API client',
    outcome: other.outcome!,
    ...opinionOf(vault, row, other),
    likeness: other.likeness,
    life: other.life,
    features: other.features,
  }));
}
