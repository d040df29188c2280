import type { Kysely, Selectable } from 'kysely';
import { HitReasonCode, HitResolution } from '../../contract/hit.ts';
import { isId } from '../../contract/ids.ts';
import { ApiError } from '../ApiError.ts';
import { writeAudit } from '../audit/writeAudit.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { Database } from '../db/schema.ts';
import type { AmlScreeningsTable } from '../db/screeningTables.ts';
import { amlScreenings } from '../db/store/amlScreenings.ts';
import { seenEvidence } from '../db/store/seenEvidence.ts';
import { reportSubject } from '../screenings/report/buildReport.ts';
import { resolveHit } from '../screenings/resolveHit.ts';
import { screeningCipher, screeningOwner } from '../screenings/screeningCipher.ts';
import type { DeskRoutes } from './deskEnv.ts';
import { act, type DeskAct, type DeskRequest, hasRole, show } from './deskRoutes.ts';
import { alertPage, alertsPage } from './pages/alerts.ts';

const PAGE = 50;

/** Alerts without a case: from files, watches and calls of the API. The oldest come first. */
export const addAlertRoutes: DeskRoutes = (app, deps) => {
  show(app, deps, '/alerts', {
    role: 'viewer',
    run: async ({ c, session, actor }) => {
      const given = c.req.query('after') ?? '';
      const after = isId('aml', given) ? given : null;
      const rows = await amlScreenings.openAlerts(deps.db, session.mode, { after, limit: PAGE + 1 });
      const page = rows.slice(0, PAGE);
      const withheld = await withheldAmong(deps.db, page, { session, actor });
      const shown = page.filter(({ id }) => !withheld.has(id));
      const alerts = shown.map((row) => {
        const cipher = screeningCipher(deps.vault, row.id, screeningOwner(row, null));
        const open = cipher.hits(row).filter(({ resolution }) => resolution === null).length;
        const reference = cipher.input(row).clientReferenceId ?? null;
        return { id: row.id, reference, open, from: originOf(row), at: row.created_at };
      });
      const next = rows.length > PAGE ? page.at(-1)!.id : null;
      return c.html(alertsPage({ session, alerts, next }));
    },
  });
  show(app, deps, '/alerts/:id', { role: 'viewer', run: showAlert });
  act(app, deps, '/alerts/:id/hits', { role: 'reviewer', run: resolve });
};

function originOf({ batch_id, watch_id }: { batch_id: string | null; watch_id: string | null }) {
  if (batch_id) return 'A file';
  return watch_id ? 'Monitoring' : 'A call';
}

/**
 * An alert shows the person and the hits. Whoever has a case of the same reference to judge does that first, as with other cases of
 * the reference.
 */
async function withheldAmong(
  db: Kysely<Database>,
  rows: readonly Selectable<AmlScreeningsTable>[],
  { session: { mode }, actor }: Pick<DeskRequest, 'session' | 'actor'>,
): Promise<Set<string>> {
  if (!hasRole(actor, 'reviewer')) return new Set();
  const marks = rows.flatMap(({ reference_mark }) => reference_mark ?? []);
  const waiting = await seenEvidence.withWaitingCase(db, { mode, marks, reviewer: actor.keyId });
  return new Set(rows.filter((row) => waiting.includes(row.reference_mark ?? '')).map(({ id }) => id));
}

async function showAlert({ deps, c, session, actor, requestId, id }: DeskRequest): Promise<Response> {
  const view = await inTransaction(deps, async (tx) => {
    const row = await findAlert({ tx, session, actor, id });
    const cipher = screeningCipher(deps.vault, row.id, screeningOwner(row, null));
    const subject = { id, mode: row.mode, data_key: null };
    await writeAudit(deps, tx, { row: subject, caller: actor, requestId, action: 'open alert' });
    const input = cipher.input(row);
    return {
      session,
      row,
      from: originOf(row),
      hits: cipher.hits(row),
      subject: reportSubject(input),
      reference: input.clientReferenceId ?? null,
    };
  });
  return c.html(alertPage(view));
}

async function resolve(request: DeskAct): Promise<string> {
  const { deps: context, tx, actor: caller, requestId, form, id } = request;
  const resolution = HitResolution.safeParse(form.get('resolution'));
  const reasonCode = HitReasonCode.safeParse(form.get('reasonCode'));
  if (!resolution.success || !reasonCode.success)
    throw new ApiError('validation_failed', { detail: 'Choose whether it is the subject, and why.' });
  const note = form.get('note') || reasonCode.data.replaceAll('_', ' ');
  const decided = { resolution: resolution.data, reasonCode: reasonCode.data, note };
  const screening = await amlScreenings.lock(tx, await findAlert(request));
  await resolveHit({ context, tx, caller, requestId, ...decided }, screening, null, form.get('hit'));
  return `/desk/alerts/${id}#hits`;
}

/**
 * @throws {ApiError} `resource_not_found` for a screening of a case, which is resolved with its case; `frames_unseen` before the
 * judgement of a case of the same reference.
 */
async function findAlert({ tx, session, actor, id }: Pick<DeskAct, 'tx' | 'session' | 'actor' | 'id'>) {
  const row = isId('aml', id) ? await amlScreenings.find(tx, session.mode, id) : undefined;
  if (!row || row.case_id || row.sealed_input.length === 0)
    throw new ApiError('resource_not_found', { detail: 'There is no such alert any more.' });
  if ((await withheldAmong(tx, [row], { session, actor })).size > 0)
    throw new ApiError('frames_unseen', { detail: JUDGE_FIRST });
  return row;
}

const JUDGE_FIRST =
  'A case of the same reference waits for your judgement. Judge its faces first: the alert shows the person and the hits.';
