import type { Decide } from '../../contract/case.ts';
import type { ResolveHit } from '../../contract/hit.ts';
import { ApiError } from '../ApiError.ts';
import { writeAudit } from '../audit/writeAudit.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import type { Review } from '../cases/reviewCase.ts';
import { purposes } from '../crypto/purposes.ts';
import type { Vault } from '../crypto/vault.ts';
import { type JudgementRow, judgements } from '../db/store/judgements.ts';
import { decideHit } from '../screenings/decideHit.ts';
import type { FoundHit } from '../screenings/foundHit.ts';
import { requireHitReason } from '../screenings/hitReasons.ts';
import { requireNoOther } from './claims.ts';
import { hitsOf, requireHits } from './decideCase.ts';

/** A reviewer's resolution of a hit of a sample, which counts for their judgement alone. */
type SampleHit = Pick<
  FoundHit,
  'id' | 'resolution' | 'reasonCode' | 'note' | 'resolvedAt' | 'resolvedBy' | 'proposal'
>;

/** The hits of a sample as its reviewer has resolved them, so that the sample looks like any case that waits. */
export function sampleHits(
  vault: Vault,
  row: CaseRow,
  { sealed_hits }: JudgementRow,
  hits: readonly FoundHit[],
): FoundHit[] {
  const text =
    sealed_hits && row.data_key ? vault.open(row, purposes.sampleHits, sealed_hits).toString() : '[]';
  const own = new Map((JSON.parse(text) as SampleHit[]).map((hit) => [hit.id, hit]));
  const open = {
    resolution: null,
    reasonCode: null,
    note: null,
    resolvedAt: null,
    resolvedBy: null,
    proposal: null,
  };
  return hits.map((hit) => ({ ...hit, ...open, ...own.get(hit.id) }));
}

/**
 * Resolves a hit of a sample, by the rules for hits of a case, without changing the screening.
 * @throws {ApiError} `resource_not_found`, `reason_conflict`, `same_reviewer`.
 */
export async function resolveSampleHit(
  { context, tx, caller, requestId }: Review,
  row: CaseRow,
  judgement: JudgementRow,
  { hitId, ...resolve }: ResolveHit & { hitId: string },
): Promise<void> {
  const { vault, clock } = context;
  const hits = sampleHits(vault, row, judgement, await hitsOf(context, tx, row));
  const hit = hits.find(({ id }) => id === hitId);
  if (!hit) throw new ApiError('resource_not_found');
  requireHitReason(resolve);
  const decided = decideHit(hit, { ...resolve, keyId: caller.keyId }, clock());
  const after = hits.map((one) => (one === hit ? decided.hit : one));
  const stored = after.map(
    ({ id, resolution, reasonCode, note, resolvedAt, resolvedBy, proposal }): SampleHit => {
      return { id, resolution, reasonCode, note, resolvedAt, resolvedBy, proposal };
    },
  );
  await judgements.update(tx, judgement, {
    sealed_hits: vault.seal(row, purposes.sampleHits, JSON.stringify(stored)),
    asks_second: after.some(({ proposal }) => proposal),
  });
  const verb = decided.kind === 'proposal' ? 'propose' : 'resolve';
  await writeAudit(context, tx, { row, caller, requestId, action: `${verb} hit ${resolve.resolution}` });
}

/**
 * Refuses a decision on a sample as it would be refused on a case.
 * @throws {ApiError} `version_conflict`, `claim_lost`, `hits_unresolved`, `reason_conflict`, `validation_failed`.
 */
export async function requireSampleDecision(
  { context, tx, caller }: Review,
  row: CaseRow,
  judgement: JudgementRow,
  decide: Decide,
): Promise<void> {
  if (decide.expectedVersion !== row.version)
    throw new ApiError('version_conflict', { currentStatus: 'in_review' });
  requireNoOther(row, caller.keyId, context.clock());
  requireHits(decide, sampleHits(context.vault, row, judgement, await hitsOf(context, tx, row)));
}
