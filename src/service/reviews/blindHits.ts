import type { Kysely } from 'kysely';
import type { Case } from '../../contract/case.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import type { ServiceContext } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { amlScreenings } from '../db/store/amlScreenings.ts';
import { judgements } from '../db/store/judgements.ts';
import type { FoundHit } from '../screenings/foundHit.ts';
import { screeningCipher } from '../screenings/screeningCipher.ts';
import { statusOf } from '../screenings/statusOf.ts';

/** A reader of hits who could also judge the case: a reviewer has a role at the desk, an API key has no role. */
interface HitReader {
  keyId: string;
  role?: string;
}

/** Filters hits for one reader. */
export type HitsView = (hits: readonly FoundHit[]) => FoundHit[];

/**
 * Filters the hits of a case for a reader who can judge it. If the policy requires two reviewers, resolutions of others
 * in this round are withheld until the reader's own decision takes effect.
 * @returns `null` if nothing is withheld.
 */
export async function blindView(
  db: Kysely<Database>,
  row: CaseRow,
  reader: HitReader,
): Promise<HitsView | null> {
  const since = row.decision?.at;
  if (!mayBeBlind(row) || !since) return null;
  const decided = await judgements.decided(db, { case_id: row.id, round: row.decisions });
  const hasDecided = decided.some(({ reviewer }) => reviewer === reader.keyId);
  // An API key that resolves hits need not be the one that decides: it counts as a reviewer only after a decision.
  if (hasDecided || (reader.role === undefined && decided.length === 0)) return null;
  return (hits) => hits.map((hit) => blindHit(hit, { keyId: reader.keyId, since }));
}

function mayBeBlind({ status, policy }: CaseRow): boolean {
  return status === 'in_review' && policy.fourEyes !== 'never';
}

/** The reader's own resolution, or one from an earlier round; never that of another reviewer. */
function blindHit(hit: FoundHit, { keyId, since }: { keyId: string; since: string }): FoundHit {
  const { proposal, resolvedBy, resolvedAt } = hit;
  if (proposal?.by === keyId) {
    const { resolution, reasonCode, note } = proposal;
    return { ...hit, resolution, reasonCode, note, proposal: null };
  }
  const isOwn = resolvedBy === keyId;
  if (isOwn || !resolvedAt || resolvedAt < since) return { ...hit, proposal: null };
  return { ...hit, resolution: null, reasonCode: null, note: null, proposal: null };
}

/**
 * The case for a reader from whom resolutions are withheld. The status of its screening is withheld too, since it
 * reveals them.
 */
export async function blindCase(
  { vault }: Pick<ServiceContext, 'vault'>,
  db: Kysely<Database>,
  { row, shown, reader }: { row: CaseRow; shown: Case; reader: HitReader },
): Promise<Case> {
  const { id } = row.checks.aml;
  if (!id || !mayBeBlind(row)) return shown;
  const view = await blindView(db, row, reader);
  const screening = view ? await amlScreenings.findByKey(db, { id, case_id: row.id }) : undefined;
  if (!view || !screening || screening.status === 'processing') return shown;
  const hits = view(screeningCipher(vault, screening.id, row).hits(screening));
  if (screening.status === 'unavailable' && hits.length === 0) return shown;
  const status = statusOf({
    hits,
    totalHits: screening.total_hits ?? hits.length,
    notCompared: screening.not_compared ?? [],
    dataset: screening.dataset,
  });
  return {
    ...shown,
    checks: { ...shown.checks, aml: { ...shown.checks.aml, status } },
    assurance: { ...shown.assurance, aml: status },
  };
}
