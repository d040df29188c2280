import type { Kysely, Selectable } from 'kysely';
import { isId } from '../../contract/ids.ts';
import type { CaptureFields } from '../../contract/selfieCheck.ts';
import { ApiError } from '../ApiError.ts';
import { type CaseRow, lockCase } from '../cases/caseRow.ts';
import { endHandoff } from '../cases/endHandoff.ts';
import { lastErrorOf } from '../cases/requirements.ts';
import type { ServiceContext } from '../context.ts';
import type { Database } from '../db/schema.ts';
import type { SelfieChecksTable } from '../db/selfieTables.ts';
import { caseIds } from '../db/store/caseIds.ts';
import { cases } from '../db/store/cases.ts';
import { handoffs } from '../db/store/handoffs.ts';
import { selfieChecks } from '../db/store/selfieChecks.ts';
import { requireConfirmed } from '../handoffs/confirmHandoff.ts';
import { phoneStepOf, requireOwnCase } from '../http/authenticate.ts';
import type { Caller } from '../http/env.ts';
import type { Handlers } from '../http/handler.ts';
import type { UploadedFile, UploadedFiles } from '../http/readMultipart.ts';
import { capture, keepCapture, requireCapture } from '../selfies/capture.ts';
import { refusedSelfies } from '../selfies/endSelfie.ts';
import { countRefusals, readFrames, readRecording } from '../selfies/readCapture.ts';
import { extendCheck, startCheck, viewCheck, viewSessionCheck } from '../selfies/selfieCheck.ts';

export const selfieCheckRoutes = {
  startSelfieCheck: async ({ deps, tx, caller, body: { caseId, stuckAt } }) => {
    requireOwnCase(caller, caseId);
    const requester = caller.kind === 'session' ? 'page' : 'back end';
    const row = await lockCase(tx, caller.mode, caseId);
    if (phoneStepOf(caller)) await requireConfirmed(tx, caseId, 'selfie');
    // The person continues on the computer.
    else if (caller.kind === 'session') await endHandoff(deps, tx, row, 'computer');
    const check = await startCheck(deps, tx, row, { asks: requester, stuckAt });
    return check
      ? { caseId, body: view(caller, check) }
      : {
          caseId,
          refusal: new ApiError('attempts_exhausted', {
            detail: 'The case has used all its challenges. A reviewer decides.',
          }),
        };
  },

  extendSelfieCheck: async ({ deps, tx, caller, params }) => {
    const before = await find(tx, caller, params['id']!);
    const row = await lockCase(tx, caller.mode, before.case_id);
    const check = await extendCheck(deps, tx, row, await find(tx, caller, before.id));
    return { caseId: row.id, body: view(caller, check) };
  },

  captureSelfie: {
    prepare: async ({ deps, caller, params, body, files: uploads, isRepeated }) => {
      const checkId = params['id']!;
      const { check, row: before } = await findWithCase(deps.db, caller, checkId);
      // The stored response is repeated: nothing is decoded or counted.
      if (await isRepeated()) return () => Promise.reject(new ApiError('challenge_mismatch'));
      const read = async () => {
        requireCapture(before, check, body, deps.clock());
        const files = framesOf(body, uploads);
        const owner = { caseId: before.id, capture: checkId };
        const steps = files.map(({ bytes }, index) => ({ bytes, step: body.steps[index]! }));
        const recording = await readRecording(deps, owner, body, uploads['trail'] ?? []);
        return { frames: await readFrames(deps, owner, steps), recording };
      };
      const { frames, recording } = await countRefusals(deps, before.id, { read, refused: refusedSelfies });
      const stored = await keepCapture(deps, before, checkId, { frames, recording });
      return async (tx) => {
        const row = await lockCase(tx, caller.mode, before.id);
        // The hand-off may have ended while the upload was read.
        if (phoneStepOf(caller)) await requireConfirmed(tx, row.id, 'selfie');
        else await leaveHandoff(deps, tx, row);
        const check = await find(tx, caller, checkId);
        const captured = await capture(deps, tx, row, check, { fields: body, stored });
        return { caseId: row.id, body: view(caller, captured) };
      };
    },
  },

  retrieveSelfieCheck: async ({ tx, caller, params }) => {
    const check = await find(tx, caller, params['id']!);
    if (caller.kind === 'secret') return { body: viewCheck(check) };
    const row = await cases.find(tx, caller.mode, check.case_id);
    // A reviewer's reason for another selfie may differ from the measurements, and stays hidden from the page.
    const isLatest = row?.checks.selfie.id === check.id;
    const asksAgain = isLatest && lastErrorOf(row)?.code === check.reasons[0];
    return { body: viewSessionCheck(check, { asksAgain }) };
  },
} satisfies Partial<Handlers>;

/** The pictures come from another device than the phone: the evidence of the check names no phone. */
async function leaveHandoff(context: ServiceContext, tx: Kysely<Database>, row: CaseRow): Promise<void> {
  await endHandoff(context, tx, row, 'computer');
  await handoffs.clearConfirmation(tx, row.id);
}

async function find(
  db: Kysely<Database>,
  caller: Caller,
  id: string,
): Promise<Selectable<SelfieChecksTable>> {
  const check = isId('bio', id) ? await selfieChecks.find(db, caller.mode, id) : undefined;
  if (!check) throw new ApiError('resource_not_found');
  requireOwnCase(caller, check.case_id);
  return check;
}

/**
 * A check and its case, in one query if the caller's key names the case.
 * @throws {ApiError} `resource_not_found`, `case_redacted`.
 */
async function findWithCase(db: Kysely<Database>, caller: Caller, id: string) {
  const case_id = caller.kind === 'session' ? caller.caseId : await caseIds.find(db, id);
  const withCase = await selfieChecks.withCase(db, { id, case_id });
  if (withCase?.mode !== caller.mode) throw new ApiError('resource_not_found');
  if (withCase.redaction) throw new ApiError('case_redacted');
  const { check_status: status, check_expires_at: expires_at, nonce, steps, ...row } = withCase;
  return { row, check: { id, status, expires_at, nonce, steps } };
}

/** An unfinished check: no result is available yet. */
function view(caller: Caller, check: Selectable<SelfieChecksTable>) {
  return caller.kind === 'session' ? viewSessionCheck(check) : viewCheck(check);
}

/** @throws {ApiError} `validation_failed` unless there is one frame for each step. */
function framesOf({ steps }: CaptureFields, { frames = [] }: UploadedFiles): readonly UploadedFile[] {
  if (frames.length === steps.length) return frames;
  const detail = 'The number of files differs from the number of steps. Send one file for each step.';
  throw new ApiError('validation_failed', { errors: [{ pointer: '#/frames', code: 'invalid', detail }] });
}
