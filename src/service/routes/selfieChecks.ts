import type { Kysely, Selectable } from 'kysely';
import { isId } from '../../contract/ids.ts';
import { ApiError } from '../apiError.ts';
import { lockCase } from '../cases/lockCase.ts';
import { capture } from '../checks/capture.ts';
import { readFrames } from '../checks/readFrames.ts';
import { startCheck } from '../checks/startCheck.ts';
import { viewCheck, viewSessionCheck } from '../checks/viewCheck.ts';
import type { Database, SelfieChecksTable } from '../db/schema.ts';
import { cases } from '../db/store/cases.ts';
import { selfieChecks } from '../db/store/selfieChecks.ts';
import type { Caller } from '../http/caller.ts';
import type { Handlers } from '../http/handler.ts';

export const selfieCheckRoutes = {
  startSelfieCheck: async ({ deps, tx, caller, body: { caseId } }) => {
    requireReach(caller, caseId);
    const check = await startCheck(deps, tx, await lockCase(tx, caller.mode, caseId));
    return { body: view(caller, check) };
  },

  captureSelfie: {
    prepare: async ({ deps, caller, params, body, files }) => {
      const before = await find(deps.db, caller, params['id']!);
      const frames = await readFrames(
        deps,
        files.map(({ bytes }, index) => ({ bytes, step: body.steps[index]! })),
      );
      return async (tx) => {
        const row = await lockCase(tx, caller.mode, before.case_id);
        const check = await find(tx, caller, before.id);
        return { body: view(caller, await capture(deps, tx, row, check, body, frames)) };
      };
    },
  },

  retrieveSelfieCheck: async ({ tx, caller, params }) => {
    const check = await find(tx, caller, params['id']!);
    if (caller.kind === 'secret') return { body: viewCheck(check) };
    const row = await cases.find(tx, caller.mode, check.case_id);
    return { body: viewSessionCheck(check, row?.last_error != null && row.checks.selfie.id === check.id) };
  },
} satisfies Partial<Handlers>;

async function find(
  db: Kysely<Database>,
  caller: Caller,
  id: string,
): Promise<Selectable<SelfieChecksTable>> {
  const check = isId('bio', id) ? await selfieChecks.find(db, caller.mode, id) : undefined;
  if (!check) throw new ApiError('resource_not_found');
  requireReach(caller, check.case_id);
  return check;
}

function requireReach(caller: Caller, caseId: string): void {
  if (caller.kind === 'session' && caller.caseId !== caseId) {
    throw new ApiError('session_scope_exceeded', { detail: 'A session key reaches its own case alone.' });
  }
}

/** A check that is not over: there is nothing to tell of it yet. */
function view(caller: Caller, check: Selectable<SelfieChecksTable>) {
  return caller.kind === 'session' ? viewSessionCheck(check, false) : viewCheck(check);
}
