import { HitReasonCode, HitResolution, type ResolveHit } from '../../contract/hit.ts';
import { ApiError } from '../ApiError.ts';
import { writeAudit } from '../audit/writeAudit.ts';
import { type CaseRow, lockCase } from '../cases/caseRow.ts';
import { amlScreenings } from '../db/store/amlScreenings.ts';
import { hitsOf } from '../reviews/decideCase.ts';
import { noteUnsure, openJudgement } from '../reviews/judgeCase.ts';
import { resolveSampleHit } from '../reviews/sampleHits.ts';
import { resolveHit } from '../screenings/resolveHit.ts';
import { judgedCase, requireJudged, reviewOf } from './caseRoutes.ts';
import type { DeskRoutes } from './deskEnv.ts';
import { act, type DeskAct } from './deskRoutes.ts';
import { sameHits } from './sameHits.ts';

/** Resolutions of hits: of one, of several with one reason, and of the same entry in other cases of the customer. */
export const addHitRoutes: DeskRoutes = (app, deps) => {
  act(app, deps, '/cases/:id/hits', { role: 'reviewer', run: resolve });
};

async function resolve(request: DeskAct): Promise<string> {
  const { deps, tx, actor, requestId, form, id } = request;
  const row = await judgedCase(request);
  const hits = form.all('hit');
  const back = `/desk/cases/${id}#hits`;
  if (form.get('resolution') === 'unsure') {
    await noteUnsure(tx, await openJudgement(deps, tx, row, actor.keyId), hits);
    const note = hits.join(' ');
    await writeAudit(deps, tx, { row, caller: actor, requestId, action: 'unsure of hit', note });
    return back;
  }
  const resolution = HitResolution.safeParse(form.get('resolution'));
  const reasonCode = HitReasonCode.safeParse(form.get('reasonCode'));
  if (!resolution.success || !reasonCode.success || hits.length === 0)
    throw new ApiError('validation_failed', { detail: 'Choose the hit, whether it is the person, and why.' });
  await requireJudged(request);
  const note = form.get('note') || reasonCode.data.replaceAll('_', ' ');
  const decided = { resolution: resolution.data, reasonCode: reasonCode.data, note };
  for (const hitId of hits) await resolveOne(request, row, { hitId, ...decided });
  if (form.get('everywhere') === 'yes' && row.status === 'in_review')
    await resolveElsewhere(request, row, { hits, ...decided });
  return back;
}

async function resolveOne(
  request: DeskAct,
  row: CaseRow,
  { hitId, ...decided }: ResolveHit & { hitId: string },
): Promise<void> {
  const { deps, tx, actor } = request;
  if (row.sampled_at) {
    const judgement = await openJudgement(deps, tx, row, actor.keyId);
    return await resolveSampleHit(reviewOf(request), row, judgement, { hitId, ...decided });
  }
  // Each resolution changes the screening and the case.
  const screeningId = row.checks.aml.id;
  const screeningRow = screeningId ? await amlScreenings.find(tx, row.mode, screeningId) : undefined;
  if (!screeningRow) throw new ApiError('resource_not_found');
  const screening = await amlScreenings.lock(tx, screeningRow);
  const current = await lockCase(tx, row.mode, row.id);
  await resolveHit({ ...reviewOf(request), ...decided }, screening, current, hitId);
}

/** The same resolution for the same entry in the customer's other cases that wait. */
async function resolveElsewhere(
  request: DeskAct,
  row: CaseRow,
  { hits, ...decided }: ResolveHit & { hits: readonly string[] },
): Promise<void> {
  const { deps, tx } = request;
  const resolved = (await hitsOf(deps, tx, row)).filter(({ id }) => hits.includes(id));
  for (const { caseId, hitId } of await sameHits.of(deps, tx, row, resolved))
    await resolveOne(request, await lockCase(tx, row.mode, caseId), { hitId, ...decided });
}
