import type { Kysely } from 'kysely';
import { isId } from '../../contract/ids.ts';
import type { Mode } from '../../contract/mode.ts';
import { findEntity, type Person } from '../../screening/screening.ts';
import { ApiError } from '../ApiError.ts';
import { writeAudit } from '../audit/writeAudit.ts';
import { type CaseRow, lockCase } from '../cases/caseRow.ts';
import type { Database } from '../db/schema.ts';
import { amlEntities } from '../db/store/amlEntities.ts';
import { amlScreenings } from '../db/store/amlScreenings.ts';
import { cases } from '../db/store/cases.ts';
import { hitResolutions } from '../db/store/hitResolutions.ts';
import type { Deps } from '../deps.ts';
import { cursor } from '../http/cursor.ts';
import type { Caller } from '../http/env.ts';
import type { Handlers } from '../http/handler.ts';
import { prefers } from '../http/respond.ts';
import { enqueue } from '../jobs/jobs.ts';
import { blindView, type HitsView } from '../reviews/blindHits.ts';
import { completeScreening } from '../screenings/completeScreening.ts';
import { customerOfCase } from '../screenings/customerOf.ts';
import { eraseScreened } from '../screenings/eraseScreened.ts';
import { findHits } from '../screenings/findHits.ts';
import { personOfCase } from '../screenings/personOfCase.ts';
import { storeScreening } from '../screenings/recordScreening.ts';
import { buildReport } from '../screenings/report/buildReport.ts';
import { resolveHit } from '../screenings/resolveHit.ts';
import { screeningCipher, screeningOwner } from '../screenings/screeningCipher.ts';
import { screeningSearch } from '../screenings/screeningSearch.ts';
import { viewException } from '../screenings/viewException.ts';
import { viewHit, viewScreening } from '../screenings/viewScreening.ts';

/** How long a response waits for lists that are loading. */
const PATIENCE_MS = 5000;

export const screeningRoutes = {
  screen: {
    prepare: async ({ deps, caller, requestId, body: { caseId, person, organisation, ...options } }) => {
      await deps.lists.loaded(PATIENCE_MS);
      const { mode, keyId } = caller;
      return async (tx) => {
        const row = caseId === undefined ? null : await lockCase(tx, mode, caseId);
        const subjectInput = organisation ? { organisation } : { person: person ?? {} };
        const subject = row ? { person: await requirePerson(deps, tx, row) } : subjectInput;
        const input = { ...subject, ...options };
        const isLoading = deps.lists.isLoading();
        const customer = row
          ? customerOfCase(row)
          : screeningSearch.referenceMark(deps.vault, options.clientReferenceId);
        const screened = isLoading ? 'processing' : await findHits(deps, tx, { mode, customer }, input);
        const screening = await storeScreening(deps, tx, { mode, row, input, keyId }, screened);
        const of = row ?? { id: screening.id, mode, data_key: null };
        await writeAudit(deps, tx, { row: of, caller, requestId, action: 'screen' });
        if (isLoading) await enqueue(deps, tx, { kind: 'run_screening', row, subject: screening.id });
        else await completeScreening(deps, tx, row, screening, input);
        return { caseId: row?.id ?? screening.id, body: viewScreening(deps.vault, screening, row) };
      };
    },
  },

  retrieveScreening: async ({ deps, tx, caller, params }) => {
    const screening = await findScreening(tx, caller.mode, params['id']!);
    const row = screening.case_id ? await cases.find(tx, caller.mode, screening.case_id) : undefined;
    return { body: viewScreening(deps.vault, screening, row ?? null, await viewFor(tx, row, caller)) };
  },

  eraseScreening: async ({ deps, tx, caller, requestId, params }) => {
    const unlocked = await findScreening(tx, caller.mode, params['id']!);
    const screening = await amlScreenings.lock(tx, unlocked);
    await eraseScreened.screening(deps, tx, screening, { caller, requestId });
    return {};
  },

  reportScreening: async ({ deps, tx, caller, requestId, params, header }) => {
    const screening = await findScreening(tx, caller.mode, params['id']!);
    const caseRow = screening.case_id ? await cases.find(tx, caller.mode, screening.case_id) : undefined;
    const row = caseRow ?? null;
    const view = await viewFor(tx, row, caller);
    const report = await buildReport(deps, tx, { screening, row, keyId: caller.keyId, view });
    const of = row ?? { id: screening.id, mode: screening.mode, data_key: null };
    await writeAudit(deps, tx, { row: of, caller, requestId, action: 'read screening report' });
    if (!prefers(header('Accept'), 'application/pdf')) return { body: report };
    const headers = {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${screening.id}.pdf"`,
    };
    return { body: await deps.printer.print(report), headers };
  },

  listScreenings: async ({ deps, tx, caller, query: { cursor: from, limit, ...filter } }) => {
    const { mode } = caller;
    const before = from === undefined ? null : cursor.read('aml', from);
    const { entityId, clientReferenceId, ...others } = filter;
    const entityMark = entityId === undefined ? null : screeningSearch.markOf(deps.vault, mode, entityId);
    const referenceMark = screeningSearch.referenceMark(deps.vault, clientReferenceId);
    const listFilter = { ...others, entityMark, referenceMark, limit: limit + 1 };
    const rows = await amlScreenings.list(tx, mode, listFilter, before);
    const ids = rows.flatMap(({ case_id }) => case_id || []);
    const owners = new Map((await cases.findAll(tx, [...new Set(ids)])).map((row) => [row.id, row]));
    const views = new Map<string, HitsView | null>();
    for (const owner of owners.values()) views.set(owner.id, await viewFor(tx, owner, caller));
    const view = (row: (typeof rows)[number]) =>
      viewScreening(deps.vault, row, owners.get(row.case_id) ?? null, views.get(row.case_id));
    return { body: cursor.page(rows, limit, view) };
  },

  listHits: async ({ deps, tx, caller, params, query: { cursor: from, limit } }) => {
    const { mode } = caller;
    const screening = await findScreening(tx, mode, params['id']!);
    const row = screening.case_id ? await cases.find(tx, mode, screening.case_id) : undefined;
    const hits = screeningCipher(deps.vault, screening.id, screeningOwner(screening, row ?? null)).hits(
      screening,
    );
    const view = await viewFor(tx, row, caller);
    return { body: cursor.pageOfAll((view ? view(hits) : hits).map(viewHit), limit, from) };
  },

  listExceptions: async ({ deps, tx, caller: { mode }, query: { cursor: from, limit } }) => {
    const after = from === undefined ? null : exceptionAt(cursor.readId(/^[\d:.TZ-]{24} [\w-]+$/, from));
    const rows = await hitResolutions.exceptions(tx, mode, { now: deps.clock(), after, limit: limit + 1 });
    const marked = rows.map((row) => ({ ...row, id: `${row.holds_until!.toISOString()} ${row.key}` }));
    return { body: cursor.page(marked, limit, (row) => viewException(deps.vault, row)) };
  },

  retrieveEntity: async ({ deps, tx, caller: { mode }, params, query: { dataset } }) => {
    const id = params['id']!;
    const index = deps.lists.index(mode);
    const entity = dataset ? await amlEntities.find(tx, dataset, id) : index && findEntity(index, id);
    if (!entity) throw new ApiError('resource_not_found');
    return { body: entity };
  },

  resolveHit: async ({ deps, tx, caller, requestId, params, body }) => {
    const unlocked = await findScreening(tx, caller.mode, params['id']!);
    const row = unlocked.case_id ? await lockCase(tx, caller.mode, unlocked.case_id) : null;
    const screening = await amlScreenings.lock(tx, unlocked);
    const review = { context: deps, tx, caller, requestId, ...body };
    const view = await viewFor(tx, row, caller);
    const resolved = await resolveHit(review, screening, row, params['hitId']!);
    const [hit = resolved] = view ? view([resolved]) : [];
    return {
      caseId: unlocked.case_id || unlocked.id,
      body: { ...viewHit(hit), ...(hit.proposal && { proposed: true as const }) },
      ...(hit.proposal && { status: 202 }),
    };
  },
} satisfies Partial<Handlers>;

/** The hits visible to a reader who could judge the case; other readers see everything. */
async function viewFor(
  tx: Kysely<Database>,
  row: CaseRow | null | undefined,
  caller: Caller,
): Promise<HitsView | null> {
  const canDecide = caller.kind === 'secret' && caller.scopes.includes('review:write');
  return row && canDecide ? await blindView(tx, row, { keyId: caller.keyId }) : null;
}

async function findScreening(tx: Kysely<Database>, mode: Mode, id: string) {
  const screening = isId('aml', id) ? await amlScreenings.find(tx, mode, id) : undefined;
  if (!screening) throw new ApiError('resource_not_found');
  return screening;
}

async function requirePerson({ vault }: Deps, tx: Kysely<Database>, row: CaseRow): Promise<Person> {
  const person = await personOfCase(vault, tx, row);
  if (!person) throw new ApiError('validation_failed', NO_DETAILS);
  return person;
}

const NO_DETAILS = {
  errors: [
    {
      pointer: '#/caseId',
      code: 'details_missing',
      detail: 'The case has no personal details yet. Submit them first.',
    },
  ],
};

/** Reads the position in the list of exceptions: the end of the last one, and its key. */
function exceptionAt(id: string): { until: Date; key: string } {
  const [end = '', key = ''] = id.split(' ');
  const until = new Date(end);
  if (Number.isNaN(until.getTime())) throw new ApiError('cursor_invalid');
  return { until, key };
}
