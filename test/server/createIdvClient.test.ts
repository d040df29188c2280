import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/endpoints.ts';
import { createIdvClient, type IdvClient } from '../../src/server/createIdvClient.ts';
import { scriptedServer } from '../support/scriptedServer.ts';

async function client(...answers: Parameters<typeof scriptedServer>) {
  const { baseUrl, seen } = await scriptedServer(...answers);
  return { idv: createIdvClient({ apiKey: 'idv_test_x', baseUrl }), seen };
}

/** The calls of screening. */
const amlCalls = (idv: IdvClient) => ({
  screen: () => idv.aml.screen({ caseId: 'ID' }),
  retrieveScreening: () => idv.aml.retrieve('ID'),
  reportScreening: () => idv.aml.report('ID'),
  listScreenings: () => idv.aml.list({ caseId: 'case_1' }),
  retrieveEntity: () => idv.aml.retrieveEntity('ID'),
  resolveHit: () =>
    idv.aml.resolveHit('ID', 'ofac-1', {
      resolution: 'true_match',
      reasonCode: 'same_person',
      note: 'Met him.',
    }),
  createWatch: () => idv.aml.watch({ person: { fullName: 'Ada Quill' } }),
  listWatches: () => idv.aml.listWatches(),
  retrieveWatch: () => idv.aml.retrieveWatch('ID'),
  deleteWatch: () => idv.aml.deleteWatch('ID'),
  createBatch: () => idv.aml.createBatch(new Blob(['{}']), { format: 'jsonl' }),
  retrieveBatch: () => idv.aml.retrieveBatch('ID'),
  retrieveBatchResults: () => idv.aml.batchResults('ID'),
});

test('every endpoint has a method, and every method reaches its endpoint', async () => {
  const { idv, seen } = await client([200, { status: 'approved' }]);
  const calls: Record<keyof typeof endpoints, () => Promise<unknown>> = {
    createCase: () => idv.cases.create({ type: 'kyc_individual', returnUrl: 'https://shop.example/' }),
    retrieveCase: () => idv.cases.retrieve('ID'),
    listCases: () => idv.cases.list({ limit: 2 }),
    giveConsent: () => idv.cases.giveConsent('ID', { biometric: true, textVersion: '1', locale: 'en' }),
    submitPersonalDetails: () => idv.cases.submitPersonalDetails('ID', {} as never),
    retrievePersonalDetails: () => idv.cases.retrievePersonalDetails('ID'),
    cancelCase: () => idv.cases.cancel('ID'),
    decideCase: () => idv.cases.decide('ID', { outcome: 'approved', expectedVersion: 1 }),
    eraseCase: () => idv.cases.erase('ID'),
    createSessionKey: () => idv.cases.createSessionKey('ID', { allowedOrigins: ['https://shop.example'] }),
    revokeSessionKeys: () => idv.cases.revokeSessionKeys('ID'),
    startSelfieCheck: () => idv.biometrics.selfieCheck({ caseId: 'ID' }),
    extendSelfieCheck: () => idv.biometrics.extend('ID'),
    captureSelfie: () => idv.biometrics.capture('ID', { nonce: 'n', steps: [], frames: [] }),
    addReferenceImage: () => idv.biometrics.addReferenceImage('ID', new Blob(['x'])),
    retrieveSelfieCheck: () => idv.biometrics.retrieve('ID'),
    ...amlCalls(idv),
    createWebhookEndpoint: () => idv.webhookEndpoints.create({ url: 'https://shop.example/hook' }),
    listWebhookEndpoints: () => idv.webhookEndpoints.list(),
    retrieveWebhookEndpoint: () => idv.webhookEndpoints.retrieve('ID'),
    updateWebhookEndpoint: () => idv.webhookEndpoints.update('ID', { status: 'disabled' }),
    deleteWebhookEndpoint: () => idv.webhookEndpoints.delete('ID'),
    testWebhookEndpoint: () => idv.webhookEndpoints.test('ID'),
    rotateWebhookSecret: () => idv.webhookEndpoints.rotateSecret('ID'),
    recoverWebhooks: () => idv.webhookEndpoints.recover('ID', { since: '2026-01-01T00:00:00Z' }),
    listKeys: () => idv.keys.list(),
    createKey: () => idv.keys.create(),
    rollKey: () => idv.keys.roll('ID'),
    revokeKey: () => idv.keys.revoke('ID'),
    listEvents: () => idv.events.list({ caseId: 'case_1' }),
    retrieveEvent: () => idv.events.retrieve('ID'),
    listDeliveries: () => idv.events.deliveries('ID'),
    redeliverEvent: () => idv.events.redeliver('ID'),
    readStats: () => idv.stats.retrieve(),
    simulateCase: () => idv.test.simulate('ID', { to: 'expired' }),
    emitTestEvent: () => idv.test.emitEvent({ type: 'case.approved' }),
  };
  for (const [name, call] of Object.entries(calls)) {
    const { method, path, body } = endpoints[name as keyof typeof endpoints];
    await call();
    const request = seen.at(-1)!;
    const reached = `${request.method} ${request.path.replace(/\?.*/, '')}`;
    expect(reached, name).toBe(`${method} /v1${path.replace(':id', 'ID').replace(':hitId', 'ofac-1')}`);
    expect(request.headers.authorization).toBe('Bearer idv_test_x');
    expect(request.headers['content-type']?.split(';')[0], name).toBe(
      { none: undefined, json: 'application/json', multipart: 'multipart/form-data' }[body],
    );
  }
});

test('takes an idempotency key and a signal', async () => {
  const { idv, seen } = await client([201, {}]);
  await idv.aml.screen({ caseId: 'case_1' }, { idempotencyKey: 'order-7' });
  expect(seen[0]!.headers['idempotency-key']).toBe('order-7');
  const signal = AbortSignal.abort();
  await expect(idv.cases.retrieve('case_1', { signal })).rejects.toMatchObject({ name: 'AbortError' });
});

test.each(['', 'idvs_test_x', 'whsec_x', undefined])(
  'refuses %j as API key, at its first use',
  async (apiKey) => {
    const { baseUrl, seen } = await scriptedServer([200, {}]);
    const idv = createIdvClient({ apiKey, baseUrl });
    const { message, code } = await idv.cases.list().then(
      () => expect.fail('taken'),
      (error) => error,
    );
    expect(message).toMatch(/idv_test_/);
    expect(code).toBe('key_unfit');
    expect(seen).toHaveLength(0);
  },
);

test.each(['example.com/v1', 'ftp://example.com/v1', ''])('refuses %j as address', (baseUrl) => {
  expect(() => createIdvClient({ apiKey: 'idv_test_x', baseUrl })).toThrow(/baseUrl/);
});
