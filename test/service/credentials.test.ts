import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { defaultPolicy } from '../../src/contract/policy.ts';
import { readConfig } from '../../src/service/settings/config.ts';
import { pemOf } from '../../src/testwallet/authority.ts';
import { answerAs, type Holder, type HolderAnswer, makeIssuer } from '../../src/testwallet/holder.ts';
import { issueStatusJwt } from '../../src/testwallet/issueLists.ts';
import { picture } from '../support/picture.ts';
import { databases, sharedServices, startTestService, type TestService } from '../support/service.ts';
import { newCase, person, verify } from '../support/verification.ts';
import { createWalletCase, read, readAsPage, respond, type WalletCase } from '../support/walletCase.ts';
import { walletHolder as holder, WALLET_ORIGIN as ORIGIN } from '../support/walletHolder.ts';

/** The clock of the service is frozen. */
const NOW = new Date();
const issuer = makeIssuer(NOW.getTime());
const folder = mkdtempSync(join(tmpdir(), 'idv-wallet-'));
writeFileSync(join(folder, 'root.pem'), pemOf(issuer.root.certificate, ['*']));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const config = {
  wallet: { ...readConfig({}).wallet, testTrust: [folder] },
  webhooks: { ...readConfig({}).webhooks, allowLoopback: true },
};
const services = sharedServices({ now: NOW, config });

function answerOf(
  { request }: WalletCase,
  person: Holder = holder,
  {
    protocol = 'openid4vp-v1-unsigned',
    origin = ORIGIN,
    ...answer
  }: Partial<HolderAnswer> & {
    protocol?: string;
    origin?: string;
  } = {},
) {
  const chosen = request.requests.find((one: { protocol: string }) => one.protocol === protocol);
  return answerAs(person, chosen, origin, { format: 'dc+sd-jwt', now: NOW.getTime(), issuer, ...answer });
}

describe.each(databases)('credentials of wallets on %s', (database) => {
  test.each([
    ['an SD-JWT', 'openid4vp-v1-unsigned', 'dc+sd-jwt'],
    ['a mobile document', 'openid4vp-v1-unsigned', 'mso_mdoc'],
    ['a mobile document by annex C', 'org-iso-mdoc', 'mso_mdoc'],
  ] as const)('%s proves names and birth date, which stay unchanged', async (_, protocol, format) => {
    const service = services(database);
    const opened = await createWalletCase(service);
    expect(opened.status).toBe(201);
    expect(opened.request).toMatchObject({ object: 'credential_request', status: 'pending', link: null });
    const reply = await respond(service, opened, answerOf(opened, holder, { protocol, format }));
    expect(reply).toMatchObject({ status: 202, body: { object: 'credential_receipt', status: 'received' } });
    expect(await readAsPage(service, opened)).toMatchObject({
      lastError: null,
      credential: {
        mode: 'offer',
        proven: { givenName: 'Erika', familyName: 'Mustermann', nationalities: ['DE'] },
      },
    });
    const typed = { ...person, givenName: 'Somebody', familyName: 'Else' };
    await service.call('POST', `/cases/${opened.id}/personal-details`, {
      ...opened.page,
      json: typed,
    });
    const { body: details } = await service.call('GET', `/cases/${opened.id}/personal-details`);
    expect(details).toMatchObject({
      givenName: 'Erika',
      familyName: 'Mustermann',
      dateOfBirth: '1984-01-26',
      sources: {
        givenName: 'credential',
        familyName: 'credential',
        dateOfBirth: 'credential',
        address: 'credential',
      },
    });
    expect(await read(service, opened)).toMatchObject({
      checks: { credential: { status: 'verified', id: opened.request.id } },
      assurance: { details: 'verified', reference: 'credential' },
    });
    const { body: credential } = await service.call('GET', `/credentials/${opened.request.id}`);
    expect(credential).toMatchObject({
      status: 'verified',
      code: null,
      format,
      kind: 'pid',
      origin: ORIGIN,
      protocol,
      portrait: 'usable',
      revocation: { result: 'none' },
      issuer: { country: 'UT', list: { source: join(folder, 'root.pem') } },
    });
    expect(JSON.stringify(credential)).not.toMatch(/Erika|Mustermann|1984/);
  });
});

describe.runIf(databases.includes('postgres'))('two nodes on one database', () => {
  test('accept a response that both receive at once only once', async () => {
    const first = await startTestService({ database: 'postgres', config });
    const { databaseUrl, masterKey } = first.deps.config;
    const second = await startTestService({ config: { ...config, databaseUrl, masterKey } });
    for (let round = 0; round < 5; round++) {
      const opened = await createWalletCase(first);
      const json = answerOf(opened);
      const path = `/credential-requests/${opened.request.id}/response`;
      const replies = await Promise.all(
        [first, second].map((node) => node.call('POST', path, { ...opened.page, json })),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([202, 409]);
    }
  });
});

describe.each(databases)('responses of wallets on %s', (database) => {
  test('every refusal has the same code for the page, and nothing of the response is stored', async () => {
    const service = services(database);
    const stranger = makeIssuer(NOW.getTime());
    const ways: [string, (opened: WalletCase) => object][] = [
      ['certificate_signature_invalid', (opened) => answerOf(opened, holder, { issuer: stranger })],
      ['key_binding_audience', (opened) => answerOf(opened, holder, { origin: 'https://evil.example' })],
      ['response_malformed', () => ({ protocol: 'openid4vp-v1-unsigned', data: { response: 7 } })],
      [
        'response_wallet_error',
        () => ({ protocol: 'openid4vp-v1-unsigned', data: { error: 'access_denied' } }),
      ],
    ];
    for (const [code, answer] of ways) {
      const opened = await createWalletCase(service);
      const reply = await respond(service, opened, answer(opened));
      expect(reply.status, code).toBe(202);
      expect(Object.keys(reply.body)).toEqual(['object', 'id', 'caseId', 'status']);
      expect(await readAsPage(service, opened)).toMatchObject({
        lastError: { code: 'credential_unusable', retryable: true },
        credential: { proven: null, triesLeft: 4 },
      });
      const { body } = await service.call('GET', `/credentials/${opened.request.id}`);
      expect(body).toMatchObject({ status: 'refused', code, claims: [] });
      const row = await service.deps.db
        .selectFrom('credential_checks')
        .selectAll()
        .where('id', '=', opened.request.id)
        .executeTakeFirstOrThrow();
      expect(row).toMatchObject({ sealed_session: null, sealed_answer: null });
    }
  });

  test('each request accepts one response, also with simultaneous responses', async () => {
    const service = services(database);
    const opened = await createWalletCase(service);
    const answer = answerOf(opened);
    const path = `/credential-requests/${opened.request.id}/response`;
    const both = await Promise.all(
      [0, 1].map(() => service.call('POST', path, { ...opened.page, json: answer })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(both.find(({ status }) => status === 409)!.body.code).toBe('challenge_expired');
    await service.tick();
    // Once it is taken there is no other.
    const again = await service.call('POST', `/cases/${opened.id}/credential-requests`, {
      ...opened.page,
      json: {},
    });
    expect(again).toMatchObject({ status: 409, body: { code: 'case_state_conflict' } });
  });
});

describe.each(databases)('responses of wallets for other requests on %s', (database) => {
  test('with three sessions on three origins, no response is accepted for another', async () => {
    const service = services(database);
    const origins = [0, 1, 2].map((at) => `https://shop${at}.example`);
    const open = () => Promise.all(origins.map((origin) => createWalletCase(service, undefined, {}, origin)));
    const statusOf = async (opened: WalletCase, answer: object) => {
      await respond(service, opened, answer);
      const { status, code } = (await service.call('GET', `/credentials/${opened.request.id}`)).body;
      return code ?? status;
    };
    for (const by of [1, 2]) {
      const [sessions, relayed] = [await open(), await open()];
      for (const at of [0, 1, 2]) {
        const other = (at + by) % 3;
        // Given to another session at its own origin, and given at another origin to the session that asked.
        const response = answerOf(sessions[other]!, holder, { origin: origins[other]! });
        expect(await statusOf(sessions[at]!, response)).toBe('response_decryption');
        const elsewhere = answerOf(relayed[at]!, holder, { origin: origins[other]! });
        expect(await statusOf(relayed[at]!, elsewhere)).toBe('key_binding_audience');
      }
    }
    for (const [at, opened] of (await open()).entries())
      expect(await statusOf(opened, answerOf(opened, holder, { origin: origins[at]! }))).toBe('verified');
  });
});

const one = () => services('pglite');

test('after five failed attempts at a required credential a human decides', async () => {
  const service = one();
  const opened = await createWalletCase(service, { credential: 'require' });
  expect((await readAsPage(service, opened)).requirements.currentlyDue).toEqual([
    'credential',
    'personal_details',
    'selfie',
  ]);
  const { id, page } = opened;
  for (let tries = 5; tries > 0; tries--) {
    expect((await read(service, opened)).requirements.currentlyDue).toContain('credential');
    const next = {
      ...opened,
      request: (await service.call('POST', `/cases/${id}/credential-requests`, { ...page, json: {} })).body,
    };
    await respond(service, next, { protocol: 'openid4vp-v1-unsigned', data: {} });
  }
  const sixth = await service.call('POST', `/cases/${id}/credential-requests`, { ...page, json: {} });
  expect(sixth).toMatchObject({ status: 409, body: { code: 'attempts_exhausted' } });
  expect((await read(service, opened)).requirements.currentlyDue).toEqual(['personal_details', 'selfie']);
});

test('details typed instead of a required credential send the case to a reviewer', async () => {
  const service = one();
  const { id, page } = await createWalletCase(service, { credential: 'require', withoutFace: 'review' });
  await service.call('POST', `/cases/${id}/personal-details`, { ...page, json: person });
  await service.tick();
  expect((await service.call('GET', `/cases/${id}`)).body.requirements.currentlyDue).toEqual(['selfie']);
  const consent = { biometric: true, face: false, textVersion: '1', locale: 'en' };
  await service.call('POST', `/cases/${id}/consent`, { ...page, json: consent });
  await service.tick();
  expect((await service.call('GET', `/cases/${id}`)).body).toMatchObject({
    status: 'in_review',
    decision: { reasons: ['credential_missing'] },
  });
});

/** A local status list whose entry 7 is revoked; `null`: a server that never responds. */
async function statusList(list: Uint8Array | null) {
  const server = createServer((_, response) => {
    if (!list) return void response.writeHead(503).end();
    response.end(issueStatusJwt({ signer: issuer.signer, now: NOW.getTime(), uri, bits: 1, list }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/status`;
  return uri;
}

test('after a revoked credential a human decides, even if a valid one follows', async () => {
  const service = one();
  const uri = await statusList(new Uint8Array([0b1000_0000]));
  const opened = await createWalletCase(service);
  await respond(service, opened, answerOf(opened, holder, { status: { uri, idx: 7 } }));
  const { body } = await service.call('GET', `/credentials/${opened.request.id}`);
  expect(body).toMatchObject({
    status: 'refused',
    code: 'status_revoked',
    revocation: { result: 'revoked' },
    reasons: ['credential_revoked'],
  });
  const path = `/cases/${opened.id}/credential-requests`;
  const again = await service.call('POST', path, { ...opened.page, json: {} });
  const next = { ...opened, request: again.body };
  await respond(service, next, answerOf(next, holder, { status: { uri, idx: 6 } }));
  expect(await read(service, opened)).toMatchObject({
    checks: { credential: { status: 'verified' } },
    assurance: { details: 'verified' },
  });
  const { facts } = await rowOf(service, opened);
  expect(facts).toMatchObject({ credential: 'doubtful', credentialReason: 'credential_revoked' });
});

test('without the status list a human decides after 15 minutes', async () => {
  // Its clock is moved on.
  const service = await startTestService({ now: NOW, config });
  const uri = await statusList(null);
  const opened = await createWalletCase(service);
  await respond(service, opened, answerOf(opened, holder, { status: { uri, idx: 7 } }));
  const found = async () => (await service.call('GET', `/credentials/${opened.request.id}`)).body;
  expect(await found()).toMatchObject({ status: 'processing', revocation: { result: 'unknown' } });
  service.advance(901_000);
  await service.tick();
  expect(await found()).toMatchObject({ status: 'refused', reasons: ['credential_status_unknown'] });
  expect((await read(service, opened)).assurance.details).toBe('claimed');
  const { facts } = await rowOf(service, opened);
  expect(facts).toMatchObject({
    credential: 'doubtful',
    credentialReason: 'credential_status_unknown',
    revocationPending: false,
  });
});

const rowOf = async (service: TestService, { id }: WalletCase) =>
  await service.deps.db.selectFrom('cases').select('facts').where('id', '=', id).executeTakeFirstOrThrow();

test('a human decides if the credential differs from the prefilled details', async () => {
  const service = one();
  const opened = await createWalletCase(
    service,
    { credential: 'offer' },
    { prefill: { familyName: 'Dragavei' } },
  );
  await respond(service, opened, answerOf(opened));
  const { body } = await service.call('GET', `/credentials/${opened.request.id}`);
  expect(body.reasons).toEqual(['details_conflict']);
  expect((await read(service, opened)).assurance.details).toBe('claimed');
});

test('without a usable portrait a human decides', async () => {
  const service = one();
  const small = picture({ width: 90, height: 90 });
  for (const [portrait, use] of [
    [null, 'absent'],
    [small, 'too_small'],
    [new Uint8Array(200).fill(7), 'unreadable'],
  ] as const) {
    const opened = await createWalletCase(service);
    await respond(service, opened, answerOf(opened, { ...holder, portrait }));
    const { body } = await service.call('GET', `/credentials/${opened.request.id}`);
    expect(body).toMatchObject({
      status: 'verified',
      portrait: use,
      reasons: ['credential_portrait_unusable'],
    });
    expect((await read(service, opened)).assurance.reference).toBe('none');
  }
});

test('nothing can be requested without a policy, consent, root or origin', async () => {
  const service = one();
  expect(await createWalletCase(service, {})).toMatchObject({
    status: 422,
    request: { code: 'credential_unavailable' },
  });
  const live = await service.call('POST', '/cases', {
    key: service.keys.live,
    json: { ...newCase, policy: { credential: 'require' } },
  });
  expect(live).toMatchObject({ status: 422, body: { code: 'credential_unavailable' } });
  const fresh = await verify(service, { policy: { ...defaultPolicy, credential: 'offer' } });
  const path = `/cases/${fresh.id}/credential-requests`;
  const json = { origin: ORIGIN };
  expect((await service.call('POST', path, { json })).body.code).toBe('consent_required');
  await fresh.consent();
  expect((await service.call('POST', path, { json: {} })).body.code).toBe('header_invalid');
  expect((await service.call('POST', path, { json })).status).toBe(201);
});

test('a family name forces the check of a credential in test mode', async () => {
  const service = one();
  const named = (word: string) => ({ prefill: { familyName: `IDVTEST_CREDENTIAL_${word}` } });
  for (const [word, code] of [
    ['REVOKED', 'status_revoked'],
    ['EXPIRED', 'credential_expired'],
    ['UNTRUSTED', 'certificate_untrusted'],
  ] as const) {
    const byCase = await createWalletCase(service, { credential: 'offer' }, named(word));
    await respond(service, byCase, answerOf(byCase));
    const byHolder = await createWalletCase(service);
    const forcing = { ...holder, familyName: `IDVTEST_CREDENTIAL_${word}` };
    await respond(service, byHolder, answerOf(byHolder, forcing));
    for (const opened of [byCase, byHolder]) {
      const { body } = await service.call('GET', `/credentials/${opened.request.id}`);
      expect(body, word).toMatchObject({ status: 'refused', code });
      expect((await readAsPage(service, opened)).lastError).toEqual({
        code: 'credential_unusable',
        retryable: true,
      });
    }
  }
  const bare = await createWalletCase(service, { credential: 'offer' }, named('NO_PORTRAIT'));
  await respond(service, bare, answerOf(bare));
  const { body } = await service.call('GET', `/credentials/${bare.request.id}`);
  expect(body).toMatchObject({
    status: 'verified',
    portrait: 'absent',
    reasons: ['credential_portrait_unusable'],
  });
});

test('a family name forces another face than that of the portrait', async () => {
  const service = one();
  const opened = await createWalletCase(
    service,
    { credential: 'offer' },
    { prefill: { familyName: 'IDVTEST_CREDENTIAL_OTHER_FACE' } },
  );
  await respond(service, opened, answerOf(opened));
  const { body } = await service.call('GET', `/credentials/${opened.request.id}`);
  expect(body).toMatchObject({ status: 'verified', reasons: [] });
  const { id, page } = opened;
  await service.call('POST', `/cases/${id}/personal-details`, { ...page, json: person });
  const row = await service.deps.db
    .selectFrom('cases')
    .select('test_outcome')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row.test_outcome).toBe('CREDENTIAL_OTHER_FACE');
});
