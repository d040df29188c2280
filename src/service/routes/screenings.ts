import type { Kysely } from 'kysely';
import { isId } from '../../contract/ids.ts';
import type { Mode } from '../../contract/mode.ts';
import type { Person } from '../aml/index.ts';
import { ApiError } from '../apiError.ts';
import type { CaseRow } from '../cases/changeCase.ts';
import { lockCase } from '../cases/lockCase.ts';
import { readDetails } from '../cases/readDetails.ts';
import type { Database } from '../db/schema.ts';
import { amlScreenings } from '../db/store/amlScreenings.ts';
import { cases } from '../db/store/cases.ts';
import { personalDetails } from '../db/store/personalDetails.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/handler.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { completeScreening } from '../screenings/completeScreening.ts';
import { findHits } from '../screenings/findHits.ts';
import { personOf } from '../screenings/personOf.ts';
import { resolveHit } from '../screenings/resolveHit.ts';
import { storeScreening } from '../screenings/storeScreening.ts';
import { viewHit } from '../screenings/viewHit.ts';
import { viewScreening } from '../screenings/viewScreening.ts';

/** How long an answer waits for lists that are being loaded. */
const PATIENCE_MS = 5000;

export const screeningRoutes = {
  screen: {
    prepare: async ({ deps, caller: { mode }, body: { caseId, person, ...options } }) => {
      await deps.lists.loaded(PATIENCE_MS);
      return async (tx) => {
        const row = caseId === undefined ? null : await lockCase(tx, mode, caseId);
        const input = { person: row ? await personOfCase(deps, tx, row) : (person ?? {}), ...options };
        const isLoading = deps.lists.isLoading();
        const screened = isLoading ? 'processing' : await findHits(deps, tx, mode, input);
        const screening = await storeScreening(deps, tx, { mode, row, input }, screened);
        if (isLoading) await enqueue(deps, tx, { kind: 'run_screening', subject: screening.id });
        else await completeScreening(deps, tx, row, screening, input);
        return { body: viewScreening(deps.vault, screening, row) };
      };
    },
  },

  retrieveScreening: async ({ deps, tx, caller: { mode }, params }) => {
    const screening = await findScreening(tx, mode, params['id']!);
    const row = screening.case_id ? await cases.find(tx, mode, screening.case_id) : undefined;
    return { body: viewScreening(deps.vault, screening, row ?? null) };
  },

  resolveHit: async ({ deps, tx, caller, requestId, params, body }) => {
    const asked = await findScreening(tx, caller.mode, params['id']!);
    const row = asked.case_id ? await lockCase(tx, caller.mode, asked.case_id) : null;
    const screening = await amlScreenings.lock(tx, asked.id);
    const review = { deps, tx, caller, requestId, ...body };
    return { body: viewHit(await resolveHit(review, screening, row, params['hitId']!)) };
  },
} satisfies Partial<Handlers>;

async function findScreening(tx: Kysely<Database>, mode: Mode, id: string) {
  const screening = isId('aml', id) ? await amlScreenings.find(tx, mode, id) : undefined;
  if (!screening) throw new ApiError('resource_not_found');
  return screening;
}

async function personOfCase({ vault }: Deps, tx: Kysely<Database>, row: CaseRow): Promise<Person> {
  const details = await personalDetails.find(tx, row.id);
  if (!details) throw new ApiError('validation_failed', NO_DETAILS);
  return personOf(readDetails(vault, row, details));
}

const NO_DETAILS = {
  errors: [{ pointer: '#/caseId', code: 'details_missing', detail: 'The case has no personal details yet.' }],
};
