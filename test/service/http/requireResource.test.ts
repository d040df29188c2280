import { describe, expect, test } from 'vitest';
import { endpoints } from '../../../src/contract/endpoints.ts';
import type { SessionCaller } from '../../../src/service/http/env.ts';
import { requireResource } from '../../../src/service/http/requireResource.ts';
import { databases, sharedServices } from '../../support/service.ts';
import { verify } from '../../support/verification.ts';

const services = sharedServices();

/** The handlers check again; here only the check before the body is tested. */
describe.each(databases)('before a body is read on %s', (database) => {
  const caller = (caseId: string): SessionCaller => ({
    kind: 'session',
    keyId: 'ses_1',
    mode: 'test',
    caseId,
    allowedOrigins: [],
    phoneStep: null,
    browser: null,
  });

  test('a session key accesses resources of its own case only', async () => {
    const { deps, call, ...service } = services(database);
    const [first, second] = [
      await verify({ deps, call, ...service }),
      await verify({ deps, call, ...service }),
    ];
    await first.consent();
    const { id } = (await call('POST', '/biometrics/selfie-check', { json: { caseId: first.id } })).body;
    const ask = (caseId: string) => requireResource(deps.db, endpoints.captureSelfie, caller(caseId), id);
    expect(await ask(first.id)).toMatchObject({ id, case_id: first.id });
    await expect(ask(second.id)).rejects.toMatchObject({ code: 'session_scope_exceeded' });
  });

  test('a resource of the other mode, or of another kind, is not found', async () => {
    const { deps, ...service } = services(database);
    const { id } = await verify({ deps, ...service });
    const ask = (mode: 'live' | 'test', path: string) => {
      const secret = { kind: 'secret', keyId: 'key_1', mode, scopes: [], expiresAt: null } as const;
      return requireResource(deps.db, endpoints.cancelCase, secret, path);
    };
    expect(await ask('test', id)).toMatchObject({ id });
    await expect(ask('live', id)).rejects.toMatchObject({ code: 'resource_not_found' });
    await expect(ask('test', id.replace('case_', 'bio_'))).rejects.toMatchObject({
      code: 'resource_not_found',
    });
  });
});
