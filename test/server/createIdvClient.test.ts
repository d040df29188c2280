import { afterEach, expect, test, vi } from 'vitest';
import { endpoints } from '../../src/contract/endpoints.ts';
import { createIdvClient, type IdvClient } from '../../src/server/createIdvClient.ts';
import { scriptedServer } from '../support/scriptedServer.ts';

afterEach(() => vi.unstubAllEnvs());

async function client(...answers: Parameters<typeof scriptedServer>) {
  const { baseUrl, requests } = await scriptedServer(...answers);
  return { idv: createIdvClient({ apiKey: 'idv_test_x', baseUrl }), requests };
}

/** The calls of screening. */
const amlCalls = (idv: IdvClient) => ({
  screen: () => idv.aml.screen({ caseId: 'ID' }),
  retrieveScreening: () => idv.aml.retrieve('ID'),
  reportScreening: () => idv.aml.report('ID'),
  listScreenings: () => idv.aml.list({ caseId: 'case_1' }),
  readMonitoring: () => idv.aml.monitoring({ from: '2026-01-01' }),
  listExceptions: () => idv.aml.listExceptions(),
  listThresholds: () => idv.aml.listThresholds(),
  putThresholds: () => idv.aml.putThresholds({ rules: [], note: 'Back to the default.' }),
  retrieveEntity: () => idv.aml.retrieveEntity('ID'),
  listHits: () => idv.aml.listHits('ID'),
  resolveHit: () =>
    idv.aml.resolveHit('ID', 'ofac-1', {
      resolution: 'true_match',
      reasonCode: 'same_person',
      note: 'Met him.',
    }),
  createWatch: () => idv.aml.watches.create({ person: { fullName: 'Ada Quill' } }),
  listWatches: () => idv.aml.watches.list(),
  retrieveWatch: () => idv.aml.watches.retrieve('ID'),
  deleteWatch: () => idv.aml.watches.delete('ID'),
  createBatch: () => idv.aml.batches.create(new Blob(['{}']), { format: 'jsonl' }),
  retrieveBatch: () => idv.aml.batches.retrieve('ID'),
  retrieveBatchResults: () => idv.aml.batches.retrieveResults('ID'),
  eraseScreening: () => idv.aml.erase('ID'),
  eraseBatch: () => idv.aml.batches.erase('ID'),
});

const documentCalls = (idv: IdvClient) => ({
  startDocumentCheck: () => idv.biometrics.documentChecks.create({ caseId: 'ID', type: 'passport' }),
  captureDocument: () =>
    idv.biometrics.documentChecks.capture('ID', {
      nonce: 'n',
      source: 'camera',
      front: { stills: [new Blob(['x'])], trail: [new Blob(['x'])], times: [0] },
      back: { stills: [new Blob(['x'])] },
    }),
  retrieveDocumentCheck: () => idv.biometrics.documentChecks.retrieve('ID'),
});

const linkCalls = (idv: IdvClient) => ({
  createLink: () => idv.cases.createLink('ID'),
  drawLink: () => idv.cases.drawLink('ID'),
  retrieveLinkTexts: () => idv.cases.retrieveLinkTexts('ID', { language: 'de' }),
  startHandoff: () => idv.cases.startHandoff('ID'),
  retrieveHandoff: () => idv.cases.retrieveHandoff('ID'),
  confirmHandoff: () => idv.cases.confirmHandoff('ID', { digits: '0000' }),
  endHandoff: () => idv.cases.endHandoff('ID'),
  deleteLink: () => idv.cases.deleteLink('ID'),
  startCredentialRequest: () => idv.credentials.startRequest('ID', { origin: 'https://shop.example' }),
  answerCredentialRequest: () => idv.credentials.answerRequest('ID', { protocol: 'org-iso-mdoc', data: {} }),
  retrieveCredentialRequest: () => idv.credentials.retrieveRequest('ID'),
  retrieveCredential: () => idv.credentials.retrieve('ID'),
});

test('every endpoint has a method, and every method reaches its endpoint', async () => {
  const { idv, requests } = await client([200, { status: 'approved' }]);
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
    startSelfieCheck: () => idv.biometrics.createSelfieCheck({ caseId: 'ID' }),
    extendSelfieCheck: () => idv.biometrics.extend('ID'),
    captureSelfie: () => idv.biometrics.capture('ID', { nonce: 'n', steps: [], frames: [] }),
    ...documentCalls(idv),
    addReferenceImage: () => idv.biometrics.addReferenceImage('ID', new Blob(['x'])),
    retrieveSelfieCheck: () => idv.biometrics.retrieve('ID'),
    ...linkCalls(idv),
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
    listDeliveries: () => idv.events.listDeliveries('ID'),
    redeliverEvent: () => idv.events.redeliver('ID'),
    retrieveConsent: () => idv.cases.retrieveConsent('ID'),
    retrieveBranding: () => idv.branding.retrieve(),
    putBranding: () => idv.branding.put({ name: 'Shop' }),
    claimCase: () => idv.cases.claim('ID'),
    releaseCase: () => idv.cases.release('ID'),
    listFrames: () => idv.biometrics.listFrames('ID'),
    retrieveFrame: () => idv.biometrics.retrieveFrame('ID', 0),
    retrieveTrailFrame: () => idv.biometrics.retrieveTrailFrame('ID', 0),
    listAudit: () => idv.audit.list({ actor: 'key_1' }),
    readStats: () => idv.stats.retrieve(),
    simulateCase: () => idv.test.simulate('ID', { to: 'expired' }),
    emitTestEvent: () => idv.test.emitEvent({ type: 'case.approved' }),
  };
  for (const [name, call] of Object.entries(calls)) {
    const { method, path, body } = endpoints[name as keyof typeof endpoints];
    await call();
    const request = requests.at(-1)!;
    const reached = `${request.method} ${request.path.replace(/\?.*/, '')}`;
    expect(reached, name).toBe(
      `${method} /v1${path.replace(':id', 'ID').replace(':hitId', 'ofac-1').replace(':n', '0')}`,
    );
    expect(request.headers.authorization).toBe('Bearer idv_test_x');
    expect(request.headers['content-type']?.split(';')[0], name).toBe(
      { none: undefined, json: 'application/json', multipart: 'multipart/form-data' }[body],
    );
  }
});

test('accepts an idempotency key and a signal', async () => {
  const { idv, requests } = await client([201, {}]);
  await idv.aml.screen({ caseId: 'case_1' }, { idempotencyKey: 'order-7' });
  expect(requests[0]!.headers['idempotency-key']).toBe('order-7');
  const signal = AbortSignal.abort();
  await expect(idv.cases.retrieve('case_1', { signal })).rejects.toMatchObject({ name: 'AbortError' });
});

test.each(['', 'idvs_test_x', 'whsec_x', undefined])(
  'refuses %j as API key, at its first use',
  async (apiKey) => {
    vi.stubEnv('IDV_API_KEY', undefined);
    const { baseUrl, requests } = await scriptedServer([200, {}]);
    const idv = createIdvClient({ apiKey, baseUrl });
    await expect(idv.cases.list()).rejects.toMatchObject({
      message: expect.stringMatching(/IDV_API_KEY.*idv_test_/),
      code: 'key_malformed',
      docUrl: 'node_modules/idv-verify/docs/errors.md#key_malformed',
    });
    expect(requests).toHaveLength(0);
  },
);

test('reads the key from IDV_API_KEY at the first call', async () => {
  const { baseUrl, requests } = await scriptedServer([200, { data: [] }]);
  const idv = createIdvClient({ baseUrl });
  vi.stubEnv('IDV_API_KEY', 'idv_test_of_the_environment');
  await idv.cases.list();
  expect(requests[0]!.headers.authorization).toBe('Bearer idv_test_of_the_environment');
});

test.each(['example.com/v1', 'ftp://example.com/v1', ''])('refuses %j as base URL', (baseUrl) => {
  expect(() => createIdvClient({ apiKey: 'idv_test_x', baseUrl })).toThrow(/baseUrl/);
});

test('calls the service at IDV_BASE_URL unless baseUrl is given', async () => {
  const page = [200, { data: [], hasMore: false, nextCursor: null }] as const;
  const [one, other] = [await scriptedServer([...page]), await scriptedServer([...page])];
  vi.stubEnv('IDV_API_KEY', 'idv_test_x');
  vi.stubEnv('IDV_BASE_URL', one.baseUrl);
  await createIdvClient().cases.list();
  await createIdvClient({ baseUrl: other.baseUrl }).cases.list();
  expect([one.requests.length, other.requests.length]).toEqual([1, 1]);
  vi.stubEnv('IDV_BASE_URL', 'here');
  expect(() => createIdvClient()).toThrow('baseUrl must be an http(s) URL');
});
