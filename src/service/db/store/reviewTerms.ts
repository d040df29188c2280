import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a case waits for a reviewer, in the form of the index `cases_to_review`. A sampled case waits as long as its
 * pictures exist.
 */
export const isWaiting: RawBuilder<boolean> = sql`(status = 'in_review' or sampled_at is not null) and data_key is not null
  and (status = 'in_review' or pictures_deleted_at is null)`;

/**
 * Whether somebody has seen the evidence of a case in another way than by judging this round: on its page, or in an earlier
 * round. In a statement over `cases`.
 */
export const sawEvidence = (reviewer: RawBuilder<unknown>) => sql<boolean>`(
  exists (select 1 from seen_evidence seen where seen.case_id = cases.id and seen.reviewer = ${reviewer})
  or exists (select 1 from judgements earlier where earlier.case_id = cases.id and earlier.reviewer = ${reviewer}
    and earlier.round < cases.decisions and (earlier.judged_at is not null or earlier.outcome is not null or earlier.seen @> '["evidence"]')))`;

/** Whether a case was passed to another active reviewer, who has it to themselves until it is due. In a statement over `cases`. */
export const isWithSomebody = ({ by, now }: { by: string; now: Date }) => sql<boolean>`(
  assigned_to is not null and assigned_to <> ${by} and due_at > ${now} and exists (
    select 1 from reviewers where reviewers.id = cases.assigned_to and disabled_at is null))`;

/** Whether an active reviewer other than `by` can judge the case of the row in this round. In a statement over `cases`. */
export const isLeftForOthers = (by: string) => sql<boolean>`exists (
  select 1 from reviewers where reviewers.id <> ${by} and disabled_at is null and role in ('reviewer', 'administrator')
    and not exists (select 1 from skipped_cases skipped where skipped.case_id = cases.id and skipped.reviewer = reviewers.id)
    and not exists (select 1 from judgements made where made.case_id = cases.id and made.round = cases.decisions
      and made.reviewer = reviewers.id and (made.outcome is not null or made.asks_second))
    and not ${sawEvidence(sql.ref('reviewers.id'))})`;

/**
 * Whether somebody may judge a case that waits: who has seen its evidence only if it is left for nobody else. A sample, which
 * decides nothing, is never judged by them.
 */
export const mayJudge = (by: string) =>
  sql<boolean>`(not ${sawEvidence(sql`${by}`)} or (sampled_at is null and not ${isLeftForOthers(by)}))`;
