import { isId, newId } from '../../contract/ids.ts';
import { ApiError } from '../apiError.ts';
import { failOnceForTest } from '../cases/failOnceForTest.ts';
import { lockCase } from '../cases/lockCase.ts';
import { readDetails } from '../cases/readDetails.ts';
import { submitDetails } from '../cases/submitDetails.ts';
import { viewDetails } from '../cases/viewDetails.ts';
import { auditLog } from '../db/store/auditLog.ts';
import { cases } from '../db/store/cases.ts';
import { personalDetails } from '../db/store/personalDetails.ts';
import { bareKey } from '../http/bareKey.ts';
import type { Handlers } from '../http/handler.ts';

export const personalDetailsRoutes = {
  submitPersonalDetails: {
    prepare: async ({ deps, caller, params, body, header }) => {
      const id = params['id']!;
      const key = header('Idempotency-Key');
      if (caller.mode === 'test') {
        await failOnceForTest(deps, body.familyName, key === undefined ? id : bareKey(key));
      }
      return async (tx) => {
        const row = await lockCase(tx, caller.mode, id);
        const { checks } = await submitDetails(deps, tx, row, body);
        const submittedAt = checks.personalDetails.completedAt!;
        return { body: { object: 'personal_details_receipt', caseId: row.id, submittedAt } };
      };
    },
  },

  retrievePersonalDetails: async ({ deps, tx, caller, params, requestId }) => {
    const id = params['id']!;
    const row = isId('case', id) ? await cases.find(tx, caller.mode, id) : undefined;
    const details = row?.data_key ? await personalDetails.find(tx, row.id) : undefined;
    if (row?.redaction) throw new ApiError('case_redacted');
    if (!row || !details) throw new ApiError('resource_not_found');
    await auditLog.insert(tx, {
      id: newId('req', deps.clock().getTime()),
      mode: row.mode,
      at: deps.clock(),
      key_id: caller.keyId,
      action: 'read personal details',
      case_id: row.id,
      request_id: requestId,
    });
    return { body: viewDetails(row.id, readDetails(deps.vault, row, details), details.submitted_at) };
  },
} satisfies Partial<Handlers>;
