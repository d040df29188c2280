import { isId } from '../../contract/ids.ts';
import { personalDetailsFor } from '../../contract/personalDetails.ts';
import { ApiError } from '../ApiError.ts';
import { writeAudit } from '../audit/writeAudit.ts';
import { lockCase } from '../cases/caseRow.ts';
import { cases } from '../db/store/cases.ts';
import { personalDetails } from '../db/store/personalDetails.ts';
import { readDetails, viewDetails } from '../details/readDetails.ts';
import { submitDetails } from '../details/submitDetails.ts';
import type { Handlers } from '../http/handler.ts';
import { bareKey } from '../http/respond.ts';
import { failOnce } from '../testmode/failOnce.ts';

export const personalDetailsRoutes = {
  submitPersonalDetails: {
    bodySchema: ({ mode }, row) => personalDetailsFor(mode, row.policy.fields),

    prepare: async ({ deps, caller, params, body, header }) => {
      const id = params['id']!;
      const key = header('Idempotency-Key');
      const { familyName } = body;
      const by = caller.kind === 'session' ? 'page' : 'back end';
      await failOnce(deps, { mode: caller.mode, familyName, key: key === undefined ? id : bareKey(key) });
      return async (tx) => {
        const row = await lockCase(tx, caller.mode, id);
        const { checks } = await submitDetails(deps, tx, row, { details: body, by });
        const submittedAt = checks.personalDetails.completedAt!;
        return {
          caseId: row.id,
          body: { object: 'personal_details_receipt', caseId: row.id, submittedAt },
        };
      };
    },
  },

  retrievePersonalDetails: async ({ deps, tx, caller, params, requestId }) => {
    const id = params['id']!;
    const row = isId('case', id) ? await cases.find(tx, caller.mode, id) : undefined;
    const details = row?.data_key ? await personalDetails.find(tx, row.id) : undefined;
    if (row?.redaction || row?.details_deleted_at) throw new ApiError('case_redacted');
    if (!row || !details) throw new ApiError('resource_not_found');
    await writeAudit(deps, tx, { row, caller, requestId, action: 'read personal details' });
    return { body: viewDetails(row.id, readDetails(deps.vault, row, details), details.submitted_at) };
  },
} satisfies Partial<Handlers>;
