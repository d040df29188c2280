import type { Kysely, Selectable } from 'kysely';
import { isId } from '../../contract/ids.ts';
import type { CaptureFields } from '../../contract/selfieCheck.ts';
import { ApiError } from '../apiError.ts';
import { lockCase } from '../cases/lockCase.ts';
import type { Database } from '../db/schema.ts';
import type { SelfieChecksTable } from '../db/selfieTables.ts';
import { cases } from '../db/store/cases.ts';
import { selfieChecks } from '../db/store/selfieChecks.ts';
import type { Caller } from '../http/caller.ts';
import type { Handlers } from '../http/handler.ts';
import type { UploadedFile, UploadedFiles } from '../http/UploadedFile.ts';
import { capture } from '../selfies/capture.ts';
import { extendCheck } from '../selfies/extendCheck.ts';
import { readFrames } from '../selfies/readFrames.ts';
import { readTake } from '../selfies/readTake.ts';
import { startCheck } from '../selfies/startCheck.ts';
import { viewCheck, viewSessionCheck } from '../selfies/viewCheck.ts';

export const selfieCheckRoutes = {
  startSelfieCheck: async ({ deps, tx, caller, body: { caseId } }) => {
    requireReach(caller, caseId);
    const asks = caller.kind === 'session' ? 'page' : 'back end';
    const check = await startCheck(deps, tx, await lockCase(tx, caller.mode, caseId), asks);
    return { caseId, body: view(caller, check) };
  },

  extendSelfieCheck: async ({ deps, tx, caller, params }) => {
    const before = await find(tx, caller, params['id']!);
    const row = await lockCase(tx, caller.mode, before.case_id);
    const check = await extendCheck(deps, tx, row, await find(tx, caller, before.id));
    return { caseId: row.id, body: view(caller, check) };
  },

  captureSelfie: {
    prepare: async ({ deps, caller, params, body, files: given }) => {
      const before = await find(deps.db, caller, params['id']!);
      const files = framesOf(body, given);
      const frames = await readFrames(
        deps,
        before.id,
        files.map(({ bytes }, index) => ({ bytes, step: body.steps[index]! })),
      );
      const take = await readTake(deps, body, given['trail'] ?? []);
      return async (tx) => {
        const row = await lockCase(tx, caller.mode, before.case_id);
        const check = await find(tx, caller, before.id);
        const captured = await capture(deps, tx, row, check, { fields: body, frames, take });
        return { caseId: row.id, body: view(caller, captured) };
      };
    },
  },

  retrieveSelfieCheck: async ({ tx, caller, params }) => {
    const check = await find(tx, caller, params['id']!);
    if (caller.kind === 'secret') return { body: viewCheck(check) };
    const row = await cases.find(tx, caller.mode, check.case_id);
    const asksAgain = row?.last_error != null && row.checks.selfie.id === check.id;
    return { body: viewSessionCheck(check, { asksAgain }) };
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
  return caller.kind === 'session' ? viewSessionCheck(check) : viewCheck(check);
}

/** @throws {ApiError} `validation_failed` unless there is one frame for each step. */
function framesOf({ steps }: CaptureFields, { frames = [] }: UploadedFiles): readonly UploadedFile[] {
  if (frames.length === steps.length) return frames;
  const detail = 'There must be one file for each step.';
  throw new ApiError('validation_failed', { errors: [{ pointer: '#/frames', code: 'invalid', detail }] });
}
