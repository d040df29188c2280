import { expect, test } from 'vitest';
import { createBrowserClient } from '../../src/client/createBrowserClient.ts';
import { IdvError } from '../../src/client/errors.ts';
import { AuthenticationError } from '../../src/client/refusals.ts';
import { type Answer, problem, scriptedServer } from '../support/scriptedServer.ts';

const expired = problem(401, 'session_key_expired');
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

/** A back end that issues the keys idvs_test_1, idvs_test_2, … and a service with these responses. */
async function page(...answers: Answer[]) {
  const { baseUrl, requests } = await scriptedServer(...answers);
  const sessions = { count: 0 };
  const fetchSession = async () => ({
    caseId: 'case_1',
    sessionKey: `idvs_test_${++sessions.count}`,
    expiresAt: inMinutes(15),
    baseUrl,
  });
  const keys = () => requests.map(({ headers }) => headers.authorization);
  return { baseUrl, requests, keys, sessions, fetchSession };
}

test('every call reaches its endpoint with the session key', async () => {
  const { fetchSession, requests, keys, sessions } = await page([200, { id: 'x' }]);
  const client = createBrowserClient({ fetchSession });
  expect(client.session).toBeNull();
  const consent = { biometric: true, textVersion: '1', locale: 'en' };
  await client.retrieveCase();
  await client.giveConsent(consent);
  await client.submitPersonalDetails({ familyName: 'Roe' } as never);
  await client.startSelfieCheck();
  await client.retrieveSelfieCheck('bio_1');
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /v1/cases/case_1',
    'POST /v1/cases/case_1/consent',
    'POST /v1/cases/case_1/personal-details',
    'POST /v1/biometrics/selfie-check',
    'GET /v1/biometrics/selfie-check/bio_1',
  ]);
  expect(JSON.parse(requests[1]!.body)).toEqual(consent);
  expect(JSON.parse(requests[3]!.body)).toEqual({ caseId: 'case_1' });
  expect(new Set(keys())).toEqual(new Set(['Bearer idvs_test_1']));
  expect([sessions.count, client.session?.caseId]).toEqual([1, 'case_1']);
});

test('a capture is multipart: nonce, steps and one file per step', async () => {
  const { fetchSession, requests } = await page([202, { status: 'processing' }]);
  const frames = ['one', 'two'].map((text) => new Blob([text], { type: 'image/jpeg' }));
  const capture = { nonce: 'n1', steps: ['center' as const, 'turn_left' as const], frames };
  await createBrowserClient({ fetchSession }).captureSelfie('bio_1', capture);
  const type = requests[0]!.headers['content-type']!;
  const form = await new Response(requests[0]!.body, { headers: { 'content-type': type } }).formData();
  expect([form.get('nonce'), form.get('steps')]).toEqual(['n1', '["center","turn_left"]']);
  const files = form.getAll('frames') as File[];
  expect(await Promise.all(files.map((file) => file.text()))).toEqual(['one', 'two']);
  expect(files[0]!.type).toBe('image/jpeg');
});

test.each(['session_key_expired', 'session_key_invalid', 'session_key_revoked'])(
  'after %s the client gets a new session and repeats the request',
  async (code) => {
    const { fetchSession, requests, keys } = await page(problem(401, code), [200, {}]);
    await createBrowserClient({ fetchSession, maxRetries: 0 }).startSelfieCheck();
    expect(keys()).toEqual(['Bearer idvs_test_1', 'Bearer idvs_test_2']);
    expect(requests[0]!.headers['idempotency-key']).toBe(requests[1]!.headers['idempotency-key']);
  },
);

test('calls at the same time share one new session', async () => {
  const { fetchSession, sessions } = await page(expired, expired, expired, [200, {}]);
  const client = createBrowserClient({ fetchSession });
  await Promise.all([client.retrieveCase(), client.retrieveCase(), client.retrieveCase()]);
  expect(sessions.count).toBe(2);
});

test('a key that is refused twice is an error, not an endless retry', async () => {
  const { fetchSession, requests } = await page(expired);
  await expect(createBrowserClient({ fetchSession }).retrieveCase()).rejects.toThrow(AuthenticationError);
  expect(requests).toHaveLength(2);
});

test('a refusal for another reason requests no new session', async () => {
  const { fetchSession, sessions } = await page(problem(401, 'auth_malformed'));
  await expect(createBrowserClient({ fetchSession }).retrieveCase()).rejects.toThrow(AuthenticationError);
  expect(sessions.count).toBe(1);
});

test('rejects with the session error if no new session is available', async () => {
  const { fetchSession } = await page(expired);
  const session = await fetchSession();
  const refuse = async () => {
    throw new Error('signed out');
  };
  await expect(createBrowserClient({ session, fetchSession: refuse }).retrieveCase()).rejects.toThrow(
    'signed out',
  );
  await expect(createBrowserClient({ session }).retrieveCase()).rejects.toThrow(AuthenticationError);
});

test('gives up a session request that hangs', async () => {
  const client = createBrowserClient({ fetchSession: () => new Promise(() => {}), timeoutMs: 20 });
  await expect(client.retrieveCase()).rejects.toMatchObject({ name: 'IdvTimeoutError' });
});

test('a new session for another case is refused', async () => {
  const { fetchSession } = await page(expired, [200, {}]);
  const session = { ...(await fetchSession()), caseId: 'case_0' };
  await expect(createBrowserClient({ session, fetchSession }).retrieveCase()).rejects.toThrow(/another case/);
});

test('refuses an API key and any other value that is not a session', async () => {
  const { baseUrl, requests } = await page([200, {}]);
  const session = { caseId: 'case_1', sessionKey: 'idv_test_1', expiresAt: inMinutes(15), baseUrl };
  expect(() => createBrowserClient({ session })).toThrow(/API key reached a page/);
  const client = createBrowserClient({ fetchSession: async () => session });
  await expect(client.retrieveCase()).rejects.toThrow(IdvError);
  expect(() => createBrowserClient({ session: { ...session, sessionKey: 'x' } })).toThrow(IdvError);
  expect(() => createBrowserClient({ session: { ...session, baseUrl: 'javascript:' } })).toThrow(IdvError);
  expect(() => createBrowserClient({})).toThrow(TypeError);
  expect(requests).toHaveLength(0);
});
