import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../../src/contract/errors.ts';
import { ApiError } from '../../../src/service/ApiError.ts';
import { idempotent } from '../../../src/service/http/idempotent.ts';
import { databases, sharedServices } from '../../support/service.ts';

const services = sharedServices();
const caller = { kind: 'secret', keyId: 'key_1', mode: 'test', scopes: [], expiresAt: null } as const;
let count = 0;

describe.each(databases)('a refusal under an Idempotency-Key on %s', (database) => {
  /** The response to the repeated request after the reason for the refusal is gone. */
  const repeated = async (code: ErrorCode) => {
    const call = { deps: services(database).deps, caller, key: `refused-${++count}`, request: 'POST /v1/x' };
    const refuse = () => Promise.reject(new ApiError(code));
    await expect(idempotent(call, refuse)).rejects.toMatchObject({ code });
    return await idempotent(call, async () => ({ caseId: null, status: 201 })).catch((error) => error);
  };

  test.each([
    'key_revoked',
    'session_key_expired',
    'session_scope_exceeded',
    'scope_missing',
    'rate_limited',
    'consent_required',
    'unavailable',
    'internal_error',
    'idempotency_in_flight',
    'idempotency_key_reused',
  ] as const)('%s is not stored', async (code) => {
    expect(await repeated(code)).toMatchObject({ status: 201 });
  });

  test.each(['case_state_conflict', 'validation_failed', 'case_redacted'] as const)(
    '%s is stored',
    async (code) => {
      expect(await repeated(code)).toMatchObject({ code });
    },
  );
});
