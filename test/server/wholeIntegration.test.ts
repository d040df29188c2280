import { serve } from '@hono/node-server';
import { expect, onTestFinished, test } from 'vitest';
import { createBrowserClient } from '../../src/client/createBrowserClient.ts';
import type { Event } from '../../src/contract/events.ts';
import { createIdvClient, type IdvClient } from '../../src/server/createIdvClient.ts';
import { webhookHandler } from '../../src/server/webhooks/webhookHandler.ts';
import { picture } from '../support/picture.ts';
import { sharedServices } from '../support/service.ts';
import { person } from '../support/verification.ts';

// The customer's side of the contract against the real service.

const about = { type: 'kyc_individual', returnUrl: 'https://shop.example/back' } as const;
const consent = { biometric: true, textVersion: '1', locale: 'en' };

const serviceOn = sharedServices({
  config: { webhooks: { allowLoopback: true, timeScale: 1, perEndpoint: 4 } },
});

function customer() {
  const service = serviceOn('pglite');
  const clientReferenceId = crypto.randomUUID();
  const idv = createIdvClient({ apiKey: service.keys.test, baseUrl: `${service.url}/v1`, maxRetries: 0 });
  return { service, idv, input: { ...about, clientReferenceId } };
}

test('from the back end through the page to the webhook', async () => {
  const { service, idv, input } = customer();
  const events = await receiving(idv);
  const verification = await idv.startVerification(input);
  const page = createBrowserClient({ session: verification.toClient(), maxRetries: 0 });
  expect((await page.retrieveCase()).requirements.currentlyDue).toEqual([
    'consent',
    'personal_details',
    'selfie',
  ]);
  await page.giveConsent(consent);
  await page.submitPersonalDetails(person);
  const { id, challenge } = await page.startSelfieCheck();
  const frame = new Blob([new Uint8Array(picture())], { type: 'image/png' });
  const frames = challenge.steps.map(() => frame);
  await page.captureSelfie(id, { nonce: challenge.nonce, steps: challenge.steps, frames });
  await service.tick();
  expect((await page.retrieveCase()).status).toBe('submitted');
  expect((await page.retrieveSelfieCheck(id)).status).toBe('completed');
  expect((await idv.cases.waitFor(verification.id)).status).toBe('approved');
  expect((await idv.biometrics.retrieve(id)).status).not.toBe('requires_capture');
  const { data } = await idv.events.list({ caseId: verification.id });
  await expect
    .poll(() => events.map((event) => event.id).sort())
    .toEqual(data.map((event) => event.id).sort());
  expect(events.map(({ type }) => type)).toContain('case.approved');
});

test('two simultaneous session requests get one case', async () => {
  const { idv, input } = customer();
  const handle = idv.sessionHandler(() => input);
  const request = () =>
    handle(
      new Request('https://shop.example/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      }),
    );
  const answers = await Promise.all([request(), request()].map(async (answer) => (await answer).json()));
  expect(answers[0].caseId).toBe(answers[1].caseId);
  const { clientReferenceId } = input;
  expect((await idv.cases.list({ clientReferenceId })).data).toHaveLength(1);
});

test('refusals arrive as named errors with all their details', async () => {
  const { idv, service, input } = customer();
  const unknown = idv.cases.retrieve('case_01h2xcejqtf2nbrexx3vqjhp41');
  await expect(unknown).rejects.toMatchObject({ name: 'NotFoundError', code: 'resource_not_found' });
  const wrong = idv.cases.create({ ...input, returnUrl: 'nowhere' });
  await expect(wrong).rejects.toMatchObject({
    name: 'ValidationError',
    errors: [{ pointer: '#/returnUrl', code: 'url_invalid' }],
    requestId: expect.stringMatching(/^req_/),
  });
  const { id } = await idv.cases.create(input);
  await idv.cases.cancel(id);
  await expect(idv.cases.cancel(id)).rejects.toMatchObject({
    name: 'ConflictError',
    code: 'case_state_conflict',
    currentStatus: 'canceled',
    allowedTransitions: [],
  });
  const stranger = createIdvClient({
    apiKey: `${service.keys.test.slice(0, -1)}${service.keys.test.endsWith('x') ? 'y' : 'x'}`,
    baseUrl: `${service.url}/v1`,
  });
  await expect(stranger.cases.list()).rejects.toMatchObject({ name: 'AuthenticationError' });
});

// Last, because it moves the clock of the service.
test('an expired session is renewed through the session handler', async () => {
  const { service, idv, input } = customer();
  const handle = idv.sessionHandler(async () => input);
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const fetchSession = async () =>
    (
      await handle(new Request('https://shop.example/session', { method: 'POST', headers, body: '{}' }))
    ).json();
  const page = createBrowserClient({ fetchSession, maxRetries: 0 });
  const before = await page.retrieveCase();
  const old = page.session;
  service.advance(16 * 60_000);
  expect((await page.retrieveCase()).id).toBe(before.id);
  expect(page.session?.sessionKey).not.toBe(old?.sessionKey);
});

/** Registers a listening receiver. @returns the events that it receives. */
async function receiving(idv: IdvClient): Promise<Event[]> {
  const events: Event[] = [];
  let handle: ((request: Request) => Promise<Response>) | undefined;
  const port = await new Promise<number>((resolve) => {
    const fetch = (request: Request) => handle!(request);
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, (at) => resolve(at.port));
    onTestFinished(() => void server.close());
  });
  const { secret } = await idv.webhookEndpoints.create({ url: `http://127.0.0.1:${port}/` });
  handle = webhookHandler(secret, { onEvent: (event) => events.push(event) });
  return events;
}
