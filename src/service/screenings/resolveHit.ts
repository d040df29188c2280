import type { Kysely, Selectable } from 'kysely';
import type { HitProposal, ResolveHit } from '../../contract/hit.ts';
import { ApiError } from '../ApiError.ts';
import { writeAudit } from '../audit/writeAudit.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { purposes } from '../crypto/purposes.ts';
import type { Database } from '../db/schema.ts';
import type { AmlScreeningsTable } from '../db/screeningTables.ts';
import { amlScreenings } from '../db/store/amlScreenings.ts';
import { amlWatches } from '../db/store/amlWatches.ts';
import { hitDecisions } from '../db/store/hitDecisions.ts';
import { hitResolutions } from '../db/store/hitResolutions.ts';
import { judgements } from '../db/store/judgements.ts';
import { customerOf } from './customerOf.ts';
import { appendDecision, decideHit, type HitDecisionKind, viewDecision } from './decideHit.ts';
import { type FoundHit, hitSnapshot } from './foundHit.ts';
import { hitKey, personKey, subjectKey } from './hitKey.ts';
import { requireHitReason } from './hitReasons.ts';
import { emitScreeningEvent, recordScreening } from './recordScreening.ts';
import { screeningCipher, screeningOwner } from './screeningCipher.ts';
import type { ScreeningContext } from './screeningContext.ts';
import { statusOf } from './statusOf.ts';
import { recordWatch } from './watches/recordWatch.ts';

type Screening = Selectable<AmlScreeningsTable>;

export interface Resolution extends ResolveHit {
  context: ScreeningContext;
  tx: Kysely<Database>;
  caller: { keyId: string; invitedBy?: string | null };
  requestId: string;
}

/**
 * Records a reviewer's resolution of a hit in the screening, and for later screenings of the same customer: the case, the watch,
 * or the `clientReferenceId`. The status of the case does not change; only a decision moves it.
 * @param row the case of the screening, locked by the transaction
 * @throws {ApiError} `resource_not_found` if the screening has no such hit; `same_reviewer` if a second person is
 *   needed; `reason_conflict`.
 */
export async function resolveHit(
  resolution: Resolution,
  screening: Screening,
  row: CaseRow | null,
  hitId: string,
): Promise<FoundHit> {
  const { context, tx } = resolution;
  const owner = screeningOwner(screening, row);
  const cipher = screeningCipher(context.vault, screening.id, owner);
  const hits = cipher.hits(screening);
  const match = hits.find(({ id }) => id === hitId);
  if (!match) throw new ApiError('resource_not_found');
  requireHitReason(resolution);
  requireFuture(resolution);
  const verdict = {
    ...verdictOf(resolution),
    until: endOf(resolution),
    keyId: resolution.caller.keyId,
    invitedBy: resolution.caller.invitedBy ?? null,
  };
  const proposal = match.proposal ?? (await earlierProposal(resolution, row, match));
  const { hit: resolved, kind } = decideHit({ ...match, proposal }, verdict, context.clock());
  await appendDecision(context, tx, { screening, row, hit: match, verdict, kind });
  await audit(resolution, screening, row, kind);
  if (kind !== 'proposal') await remember(resolution, screening, row, resolved);
  const after = hits.map((hit) => (hit === match ? resolved : hit));
  const updated = await amlScreenings.update(tx, screening, {
    sealed_hits: cipher.seal('hits', after),
    status: statusOf({
      hits: after,
      totalHits: screening.total_hits ?? after.length,
      notCompared: screening.not_compared ?? [],
      dataset: screening.dataset,
    }),
  });
  if (row) await askSecond(context, tx, row, after);
  if (kind === 'proposal') return resolved;
  if (row?.checks.aml.id === screening.id) {
    await recordScreening(context, tx, row, updated, { cause: 'resolved', amlGivenUp: row.facts.amlGivenUp });
  } else {
    await emitResolved(resolution, row, updated);
  }
  return resolved;
}

/** Those who proposed to rule a hit out wait for a second person: the desk offers the case to others. */
async function askSecond(
  { clock }: ScreeningContext,
  tx: Kysely<Database>,
  { id, decisions }: CaseRow,
  hits: readonly FoundHit[],
): Promise<void> {
  const proposers = hits.flatMap(({ proposal }) => proposal?.by ?? []);
  await judgements.askSecond(tx, { case_id: id, round: decisions }, { proposers, now: clock() });
}

/**
 * In a review by two, each reviewer resolves hits without seeing the others' resolutions. A true match that follows the false positive
 * of another reviewer in the same round is reversed by that reviewer and a second one who agrees.
 */
async function earlierProposal(
  { context, tx, caller, resolution }: Resolution,
  row: CaseRow | null,
  hit: FoundHit,
): Promise<HitProposal | null> {
  const since = row?.decision?.at;
  if (!row || !since || row.status !== 'in_review' || row.policy.fourEyes === 'never') return null;
  const isInRound = (hit.resolvedAt ?? '') >= since && hit.resolution === 'true_match';
  if (!isInRound || resolution !== 'false_positive') return null;
  const decisions = (await hitDecisions.list(tx, row.id)).map((one) => viewDecision(context.vault, one, row));
  const other = decisions.find(
    ({ at, by, hitId, decision }) =>
      (at ?? '') >= since && by !== caller.keyId && hitId === hit.id && decision === 'false_positive',
  );
  const { by, reviewer, reasonCode, note, at } = other ?? {};
  if (!by || !at || !reasonCode || note == null) return null;
  return { resolution: 'false_positive', by, reviewer: reviewer ?? null, reasonCode, note, at };
}

/**
 * Emits the event of a resolution in a screening that belongs to a watch, to nothing, or to a case of which it is not
 * the current screening.
 */
async function emitResolved(
  { context, tx }: Resolution,
  row: CaseRow | null,
  screening: Screening,
): Promise<void> {
  const watch = screening.watch_id ? await amlWatches.lockById(tx, screening.watch_id) : undefined;
  if (watch?.screening_id === screening.id)
    await recordWatch(context, tx, watch, screening, { cause: 'resolved' });
  else await emitScreeningEvent(context, tx, row, screening, { type: 'updated' });
}

function requireFuture({ until, context }: Resolution): void {
  if (until === undefined || Date.parse(until) > context.clock().getTime()) return;
  const detail = 'The time has passed. Give one in the future.';
  throw new ApiError('validation_failed', { errors: [{ pointer: '#/until', code: 'until_past', detail }] });
}

/** Every false positive has an end, so that somebody looks at it again. */
function endOf({ resolution, until, context }: Resolution): string | undefined {
  if (resolution === 'true_match' || until !== undefined) return until;
  return new Date(context.clock().getTime() + context.config.amlExceptionDays * DAY_MS).toISOString();
}

const DAY_MS = 86_400_000;

function verdictOf({ resolution, reasonCode, note, reviewer, until }: Resolution): ResolveHit {
  return { resolution, reasonCode, note, reviewer, until };
}

/** The decision contains the note; with a case, the audit log does too, sealed with the key of the case. */
async function audit(
  { context, tx, caller, requestId, resolution, note }: Resolution,
  { id, mode }: Screening,
  row: CaseRow | null,
  kind: HitDecisionKind,
): Promise<void> {
  const verb = { resolution: 'resolve', proposal: 'propose', confirmation: 'confirm' }[kind];
  const action = `${verb} hit ${resolution}`;
  await writeAudit(context, tx, {
    row: row ?? { id, mode, data_key: null },
    caller,
    requestId,
    action,
    note,
  });
}

async function remember(
  { context, tx, caller, until, resolution, reasonCode, note }: Resolution,
  screening: Screening,
  row: CaseRow | null,
  hit: FoundHit,
): Promise<void> {
  const { clock, vault } = context;
  const customer = customerOf(screening);
  if (customer === null) {
    if (until === undefined) return;
    throw new ApiError('validation_failed', NOBODYS);
  }
  const owner = screeningOwner(screening, row);
  const subject = screeningCipher(vault, screening.id, owner).input(screening);
  const screenee = { mode: screening.mode, customer, subject };
  const key = hitKey(vault, screenee, hit);
  const resolutionRow = {
    key,
    mode: screening.mode,
    case_id: row?.id ?? null,
    screening_id: row ? null : screening.id,
    watch_id: screening.watch_id,
    made_in: screening.id,
    resolution,
    note: vault.seal(owner, purposes.hitNote(key), note),
    key_id: caller.keyId,
    resolved_at: clock(),
    subject: subjectKey(vault, screenee),
    person: personKey(vault, screening.mode, subject),
    reason_code: reasonCode,
    holds_until: hit.holdsUntil ? new Date(hit.holdsUntil) : null,
    entity: vault.sealShared(purposes.hitEntity(key), JSON.stringify(hitSnapshot(hit))),
  };
  await hitResolutions.put(tx, resolutionRow);
}

const NOBODYS = {
  errors: [
    {
      pointer: '#/until',
      code: 'customer_unknown',
      detail:
        'An exception belongs to one customer. Screen with a "clientReferenceId", a case or a watch, or resolve the hit without "until".',
    },
  ],
};
