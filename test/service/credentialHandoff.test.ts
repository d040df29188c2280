import { describe, expect, test } from 'vitest';
import { newPhone, secretOf } from '../support/phone.ts';
import { databases, sharedServices, type TestService } from '../support/service.ts';
import { newCase, person } from '../support/verification.ts';
import { handInOf, walletSite } from '../support/walletSite.ts';

/** The clock of the service is frozen. */
const NOW = new Date();
const wallet = walletSite(NOW);
const services = sharedServices({ now: NOW, config: wallet.config });

/** One device with a session key, on the page that the service hosts. */
function deviceOf(service: TestService, id: string, sessionKey: string) {
  const headers = { Origin: service.url };
  const send = (method: string, path: string, json?: object) =>
    service.call(method, path, { key: sessionKey, headers, ...(json && { json }) });
  return {
    send,
    see: async () => (await send('GET', `/cases/${id}`)).body,
    ask: () => send('POST', `/cases/${id}/credential-requests`, { returnPath: '/verify' }),
    handoff: (method: string, path = '', json?: object) => send(method, `/cases/${id}/handoff${path}`, json),
    handIn: (hash: string) => {
      const { path, json } = handInOf(hash);
      return send('POST', path, json);
    },
  };
}

/** A case with consent, and its computer. */
async function computerOf(service: TestService, policy: object = {}) {
  const { id, session } = (
    await service.call('POST', '/cases', {
      json: {
        ...newCase,
        policy: { credential: 'offer', credentialQr: 'enable', ...policy },
        session: { allowedOrigins: [service.url] },
      },
    })
  ).body;
  const computer = deviceOf(service, id, session.sessionKey);
  const consent = { biometric: true, textVersion: '1', locale: 'en' };
  await computer.send('POST', `/cases/${id}/consent`, consent);
  return { id: id as string, computer };
}

type Computer = Awaited<ReturnType<typeof computerOf>>;

/** Scans the code of the computer with a phone. */
async function joined(service: TestService, { id, computer }: Computer) {
  const started = (await computer.handoff('POST')).body;
  const keyed = await newPhone(service);
  const { body } = await keyed.join({ secret: secretOf(started) });
  return { started, keyed, body, phone: deviceOf(service, id, body.session.sessionKey) };
}

/** The same, with the digits entered. */
async function confirmed(service: TestService, made: Computer) {
  const all = await joined(service, made);
  await made.computer.handoff('POST', '/confirm', { digits: all.body.digits });
  return all;
}

/** Follows the link of a request. @returns the fragment with which the wallet leads back */
const follow = async (link: string, fault = ''): Promise<string> =>
  (await wallet.follow(link, { fault })).hash;

const read = async (service: TestService, { id }: Computer) =>
  (await service.call('GET', `/cases/${id}`)).body;

describe.each(databases)('a credential from the wallet of another device on %s', (database) => {
  test('is requested by the phone after the digits were entered, and the computer continues', async () => {
    const service = services(database);
    const made = await computerOf(service);
    const { id, computer } = made;
    expect((await computer.see()).credential).toMatchObject({ mode: 'offer', qr: true });
    const { started, body, phone } = await joined(service, made);
    expect([started.step, body.step]).toEqual(['credential', 'credential']);
    expect(await phone.see()).toMatchObject({
      requirements: { currentlyDue: ['credential'] },
      prefill: null,
      returnUrl: null,
      credential: { proven: null, qr: false },
    });
    expect((await phone.ask()).body.code).toBe('handoff_unconfirmed');
    await computer.handoff('POST', '/confirm', { digits: body.digits });
    const asked = await phone.ask();
    expect(asked.status).toBe(201);
    const hash = await follow(asked.body.link);
    expect((await phone.handIn(hash)).status).toBe(202);
    await service.tick();
    expect((await computer.handoff('GET')).body).toMatchObject({ status: 'done', step: 'credential' });
    expect(await phone.see()).toMatchObject({ status: 'submitted', credential: { proven: null } });
    expect(await computer.see()).toMatchObject({
      requirements: { currentlyDue: ['personal_details', 'selfie'] },
      credential: { qr: false, proven: { givenName: 'Thea' } },
    });
    expect(await read(service, made)).toMatchObject({
      checks: { credential: { status: 'verified' } },
      assurance: { details: 'verified', reference: 'credential' },
    });
    expect((await phone.ask()).body.code).toBe('handoff_unconfirmed');
    const begin = await phone.send('POST', '/biometrics/selfie-check', { caseId: id });
    expect(begin.body.code).toBe('session_scope_exceeded');
  });

  test('that was refused uses up one attempt of the phone, and the last one ends the hand-off', async () => {
    const service = services(database);
    const made = await computerOf(service);
    const { phone } = await confirmed(service, made);
    for (let left = 4; left >= 0; left--) {
      const { link } = (await phone.ask()).body;
      await phone.handIn(await follow(link, 'mdoc: signature with one bit flipped'));
      await service.tick();
      expect(await phone.see()).toMatchObject({
        status: left > 0 ? 'requires_input' : 'submitted',
        lastError: { code: 'credential_unusable' },
        credential: { triesLeft: left },
      });
      expect((await made.computer.handoff('GET')).body.status).toBe(left > 0 ? 'confirmed' : 'done');
    }
    expect(await made.computer.see()).toMatchObject({ credential: { triesLeft: 0, qr: false } });
  });
});

test('no device can redeem the code of the other', async () => {
  const service = services('pglite');
  const made = await computerOf(service);
  const { phone } = await confirmed(service, made);
  const [ofPhone, ofComputer] = [(await phone.ask()).body, (await made.computer.ask()).body];
  const [phoneHash, computerHash] = [await follow(ofPhone.link), await follow(ofComputer.link)];
  for (const [device, hash, request] of [
    [made.computer, phoneHash, ofPhone],
    [phone, computerHash, ofComputer],
  ] as const) {
    expect(await device.handIn(hash)).toMatchObject({
      status: 403,
      body: { code: 'session_scope_exceeded' },
    });
    expect((await device.send('GET', `/credential-requests/${request.id}`)).status).toBe(403);
  }
  expect((await made.computer.handoff('GET')).body.status).toBe('confirmed');
  expect((await phone.handIn(phoneHash)).status).toBe(202);
  // The other answer comes too late, while the first is checked and afterwards: nothing proven is overwritten.
  const second = async () => (await made.computer.handIn(computerHash)).body.code;
  expect(await second()).toBe('challenge_expired');
  await service.tick();
  expect(await second()).toBe('challenge_expired');
  expect((await read(service, made)).checks.credential).toMatchObject({
    status: 'verified',
    id: ofPhone.id,
  });
});

test('ends, with its requests, on three wrong entries, a second phone or a stop on either side', async () => {
  const service = services('pglite');
  const made = await computerOf(service);
  const first = await joined(service, made);
  const second = await newPhone(service);
  const refused = await second.join({ secret: secretOf(first.started) });
  expect([refused.status, refused.body.code]).toEqual([409, 'handoff_joined']);
  const digits = String((Number(first.body.digits) + 1) % 10_000).padStart(4, '0');
  for (let n = 0; n < 3; n++) await made.computer.handoff('POST', '/confirm', { digits });
  expect((await made.computer.handoff('GET')).body).toMatchObject({ reason: 'wrong_digits' });
  expect((await first.phone.ask()).body.code).toBe('session_key_revoked');

  const third = await confirmed(service, made);
  const { link, id } = (await third.phone.ask()).body;
  const hash = await follow(link);
  await made.computer.handoff('DELETE');
  expect((await third.phone.handIn(hash)).body.code).toBe('session_key_revoked');
  const fourth = await confirmed(service, made);
  expect((await fourth.phone.handIn(hash)).body.code).toBe('challenge_expired');
  expect((await service.call('GET', `/credentials/${id}`)).body.status).toBe('expired');
  expect((await fourth.phone.handoff('DELETE')).status).toBe(204);
  expect((await made.computer.handoff('GET')).body).toMatchObject({ status: 'ended', reason: 'phone' });
  expect((await made.computer.see()).status).toBe('requires_input');
});

test('details submitted at the computer end the hand-off', async () => {
  const service = services('pglite');
  const typed = await computerOf(service);
  const one = await confirmed(service, typed);
  await typed.computer.send('POST', `/cases/${typed.id}/personal-details`, person);
  expect((await typed.computer.handoff('GET')).body).toMatchObject({ status: 'ended', reason: 'case_moved' });
  expect((await one.phone.ask()).body.code).toBe('session_key_revoked');

  const shared = await computerOf(service);
  await confirmed(service, shared);
  const { link } = (await shared.computer.ask()).body;
  await shared.computer.handIn(await follow(link));
  await service.tick();
  expect((await shared.computer.handoff('GET')).body).toMatchObject({ status: 'ended', reason: 'computer' });
  expect((await read(service, shared)).checks.credential.status).toBe('verified');
});

test('is refused to a phone of another case, or where the policy disables credentialQr', async () => {
  const service = services('pglite');
  const made = await computerOf(service);
  const other = await computerOf(service);
  const { phone } = await confirmed(service, made);
  const request = (await other.computer.ask()).body;
  for (const [method, path] of [
    ['POST', `/cases/${other.id}/credential-requests`],
    ['POST', `/credential-requests/${request.id}/response`],
    ['GET', `/credential-requests/${request.id}`],
  ] as const) {
    const json = path.endsWith('response') ? { protocol: 'direct_post.jwt', data: {} } : {};
    const { body } = await phone.send(method, path, method === 'POST' ? json : undefined);
    expect([path, body.code]).toEqual([path, 'session_scope_exceeded']);
  }

  const plain = await computerOf(service, { credentialQr: 'disable' });
  expect((await plain.computer.see()).credential.qr).toBe(false);
  // The hand-off is that of the selfie, as by default.
  const { started, body, phone: selfiePhone } = await joined(service, plain);
  expect([started.step, body.step]).toEqual(['selfie', 'selfie']);
  expect((await selfiePhone.see()).requirements.currentlyDue).toEqual(['selfie']);
  await plain.computer.handoff('POST', '/confirm', { digits: body.digits });
  expect((await selfiePhone.ask()).body.code).toBe('session_scope_exceeded');
});

test('works if the policy disables the selfie hand-off, and starts only after consent', async () => {
  const service = services('pglite');
  const made = await computerOf(service, { handoff: 'disable' });
  expect((await made.computer.handoff('POST')).body).toMatchObject({ step: 'credential', status: 'waiting' });
  await made.computer.send('POST', `/cases/${made.id}/personal-details`, person);
  expect((await made.computer.handoff('POST')).body.code).toBe('case_state_conflict');
  const policy = { credential: 'offer', credentialQr: 'enable' };
  const { body } = await service.call('POST', '/cases', { json: { ...newCase, policy } });
  expect((await service.call('POST', `/cases/${body.id}/handoff`)).body.code).toBe('consent_required');
});
