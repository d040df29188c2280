import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { newId } from '../../src/contract/ids.ts';
import { lockCase } from '../../src/service/cases/caseRow.ts';
import { endHandoff } from '../../src/service/cases/endHandoff.ts';
import { handoffs } from '../../src/service/db/store/handoffs.ts';
import { newPhone, secretOf } from '../support/phone.ts';
import {
  databases,
  type Reply,
  sharedServices,
  startTestService,
  type TestService,
} from '../support/service.ts';
import { captureOf, newCase, person } from '../support/verification.ts';
import { waitFor } from '../support/waitFor.ts';

const COMPUTER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/153.0 Safari/537.36';

const services = sharedServices();

/** A case whose selfie is due, with the calls of its computer. */
async function computerOf(service: TestService, policy: object = {}, familyName = person.familyName) {
  const { call } = service;
  const created = await call('POST', '/cases', {
    json: { ...newCase, policy, session: { allowedOrigins: [service.url] } },
  });
  const { id, session } = created.body;
  await call('POST', `/cases/${id}/consent`, { json: { biometric: true, textVersion: '1', locale: 'en' } });
  await call('POST', `/cases/${id}/personal-details`, { json: { ...person, familyName } });
  const ask = (method: string, path = '', json?: object) =>
    call(method, `/cases/${id}/handoff${path}`, {
      key: session.sessionKey,
      headers: { 'User-Agent': COMPUTER },
      ...(json && { json }),
    });
  return { id: id as string, key: session.sessionKey as string, ask };
}

describe.each(databases)('the hand-off to a phone on %s', (database) => {
  test('the digits shown on the phone are entered on the computer before the selfie starts', async () => {
    const service = services(database);
    const { call } = service;
    const { id, ask } = await computerOf(service);
    const { body: started, status } = await ask('POST');
    expect([status, started.status]).toEqual([201, 'waiting']);
    expect(started.code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{8}$/);
    const phone = await newPhone(service);
    const { body: joined } = await phone.join({ secret: secretOf(started) });
    expect(joined).toMatchObject({ status: 'joined', from: 'Chrome on Windows', site: null });
    expect(joined.digits).toMatch(/^\d{4}$/);
    expect(JSON.stringify(joined)).not.toMatch(new RegExp([person.familyName, person.dateOfBirth].join('|')));
    const begin = () =>
      call('POST', '/biometrics/selfie-check', { key: joined.session.sessionKey, json: { caseId: id } });
    expect((await begin()).body.code).toBe('handoff_unconfirmed');
    expect((await ask('GET')).body).toMatchObject({ status: 'joined', phone: 'Chrome on Android' });
    const wrong = joined.digits === '0000' ? '0001' : '0000';
    const refused = await ask('POST', '/confirm', { digits: wrong });
    expect([refused.status, refused.body.errors[0].code]).toEqual([422, 'digits_mismatch']);
    expect((await ask('POST', '/confirm', { digits: joined.digits })).body).toMatchObject({
      status: 'confirmed',
      digitsLeft: 2,
    });
    expect((await begin()).status).toBe(201);
    for (const secret of [secretOf(started), started.code, joined.session.sessionKey])
      expect(service.logged()).not.toContain(secret);
    const types = (await call('GET', `/events?caseId=${id}`)).body.data.map(
      (event: { type: string }) => event.type,
    );
    expect(types).toContain('handoff.joined');
  });

  test('a secret is valid for 60 seconds, as QR code and as typed code', async () => {
    const service = services(database);
    const { ask } = await computerOf(service);
    const first = (await ask('POST')).body;
    service.advance(30_000);
    const second = (await ask('POST')).body;
    service.advance(30_001);
    const phone = await newPhone(service);
    expect((await phone.join({ secret: secretOf(first) })).body.code).toBe('link_ended');
    service.advance(28_999);
    const typed = `${second.code.slice(0, 4).toLowerCase()}-${second.code.slice(4)}`;
    expect((await phone.join({ code: typed })).status).toBe(200);
  });

  test('the same phone can rejoin; any other is refused, and the computer is notified', async () => {
    const service = services(database);
    const { id, ask } = await computerOf(service);
    const secret = secretOf((await ask('POST')).body);
    const phones = await Promise.all(Array.from({ length: 8 }, () => newPhone(service)));
    const answers = await Promise.all(phones.map((phone) => phone.join({ secret })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'handoff_joined')).toHaveLength(7);
    expect((await ask('GET')).body.refusals).toBe(7);
    const joined = answers.findIndex(({ status }) => status === 200);
    for (let times = 0; times < 5; times++) expect((await phones[joined]!.reload(id)).status).toBe(200);
    expect((await phones[(joined + 1) % 8]!.reload(id)).body.code).toBe('link_ended');
  });
});

describe.each(databases)('the phone of a hand-off on %s', (database) => {
  test('a phone that stores no key is bound by a cookie', async () => {
    const service = services(database);
    const { id, ask } = await computerOf(service);
    const join = (json: object, cookie = '') =>
      service.call('POST', '/handoffs/join', { key: null, json, headers: { Cookie: cookie } });
    const secret = secretOf((await ask('POST')).body);
    const joined = await join({ secret });
    const cookie = joined.headers.get('Set-Cookie')!;
    expect(cookie).toMatch(/^__Host-idv-phone=[\w-]{27}; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/);
    expect((await join({ caseId: id }, cookie.split(';')[0])).status).toBe(200);
    expect((await join({ caseId: id })).body.code).toBe('link_ended');
    // It opens its code again, and is no other phone.
    expect((await join({ secret }, cookie.split(';')[0])).status).toBe(200);
    expect((await ask('GET')).body.refusals).toBe(0);
    expect((await join({ secret })).body.code).toBe('handoff_joined');
    expect((await ask('GET')).body.refusals).toBe(1);
  });

  test('its key allows the selfie only, and reads no details', async () => {
    const service = services(database);
    const { id, ask } = await computerOf(service);
    const phone = await newPhone(service);
    const { body } = await phone.join({ secret: secretOf((await ask('POST')).body) });
    const key = body.session.sessionKey;
    for (const [method, path] of [
      ['POST', `/cases/${id}/consent`],
      ['POST', `/cases/${id}/personal-details`],
      ['GET', `/cases/${id}/personal-details`],
      ['POST', `/cases/${id}/handoff`],
      ['POST', `/cases/${id}/handoff/confirm`],
      ['POST', `/cases/${id}/cancel`],
      ['GET', '/cases'],
    ] as const)
      expect([
        path,
        (await service.call(method, path, { key, ...(method === 'POST' && { json: {} }) })).body.code,
      ]).toEqual([path, 'session_scope_exceeded']);
    const { body: caseOfPage } = await service.call('GET', `/cases/${id}`, { key });
    expect(caseOfPage).toMatchObject({
      prefill: null,
      returnUrl: null,
      state: null,
      requirements: { currentlyDue: ['selfie'] },
    });
    const other = newId('case');
    expect((await service.call('GET', `/cases/${other}`, { key })).status).toBe(403);
  });
});

describe.each(databases)('the end of a hand-off on %s', (database) => {
  test.each([
    ['three wrong entries', 'wrong_digits'],
    ['the computer', 'computer'],
    ['the phone', 'phone'],
    ['the case', 'case_moved'],
  ])('by %s revokes the key of the phone', async (_, reason) => {
    const service = services(database);
    const { id, ask } = await computerOf(service);
    const phone = await newPhone(service);
    const { body: joined } = await phone.join({ secret: secretOf((await ask('POST')).body) });
    const key = joined.session.sessionKey;
    const wrong = String((Number(joined.digits) + 1) % 10_000).padStart(4, '0');
    if (reason === 'wrong_digits')
      for (let n = 0; n < 3; n++) await ask('POST', '/confirm', { digits: wrong });
    if (reason === 'computer') await ask('DELETE');
    if (reason === 'phone') await service.call('DELETE', `/cases/${id}/handoff`, { key });
    if (reason === 'case_moved') await service.call('POST', `/cases/${id}/cancel`);
    expect((await ask('GET')).body).toMatchObject({ status: 'ended', reason });
    expect((await service.call('GET', `/cases/${id}`, { key })).body.code).toBe('session_key_revoked');
    expect((await phone.reload(id)).body.code).toBe('link_ended');
    const { data } = (await service.call('GET', `/events?caseId=${id}`)).body;
    const ended = data.find(({ type }: { type: string }) => type === 'handoff.ended');
    expect(ended.data.reasons).toEqual([reason]);
    const log = await service.deps.db
      .selectFrom('audit_log')
      .select('action')
      .where('case_id', '=', id)
      .execute();
    const lines = log.map(({ action }) => action).filter((action) => action.startsWith('end hand-off'));
    expect(lines).toEqual(['computer', 'phone'].includes(reason) ? [`end hand-off (${reason})`] : []);
  });

  test('comes automatically after ten minutes without a phone, with at most five hand-offs an hour', async () => {
    const service = services(database);
    const { id, ask } = await computerOf(service);
    await ask('POST');
    service.advance(10 * 60_000 + 1);
    expect((await ask('GET')).body).toMatchObject({ status: 'ended', reason: 'no_phone' });
    await service.tick();
    await expect
      .poll(
        async () =>
          (
            await service.deps.db
              .selectFrom('handoffs')
              .select('status')
              .where('case_id', '=', id)
              .executeTakeFirst()
          )?.status,
      )
      .toBe('ended');
    for (let begun = 1; begun < 5; begun++) {
      expect((await ask('POST')).status).toBe(201);
      await ask('DELETE');
    }
    const sixth = await ask('POST');
    expect([sixth.status, Number(sixth.headers.get('Retry-After'))]).toEqual([429, 3000]);
  });
});

const start = async (service: TestService, key: string, caseId: string) =>
  (await service.call('POST', '/biometrics/selfie-check', { key, json: { caseId } })).body;
/** A case whose phone may take the selfie, with the check that the phone started. */
async function confirmed(service: TestService, familyName = person.familyName) {
  const computer = await computerOf(service, {}, familyName);
  const phone = await newPhone(service);
  const { body: joined } = await phone.join({ secret: secretOf((await computer.ask('POST')).body) });
  await computer.ask('POST', '/confirm', { digits: joined.digits });
  const phoneKey = joined.session.sessionKey as string;
  const check = await start(service, phoneKey, computer.id);
  return { ...computer, phoneKey, check };
}
/** Answers a challenge. @returns the evidence of the check about a phone */
async function handoffOf(service: TestService, key: string, { id, challenge }: Reply['body']) {
  const path = `/biometrics/selfie-check/${id}`;
  const { status } = await service.call('POST', `${path}/capture`, { key, body: captureOf(challenge) });
  expect(status).toBe(202);
  await service.tick();
  const { body } = await service.call('GET', path);
  expect(body.completedAt).not.toBeNull();
  return body.signals.handoff;
}

describe.each(databases)('the selfie after a hand-off on %s', (database) => {
  test('records the phone only if the phone took the selfie', async () => {
    const service = services(database);
    const byPhone = await confirmed(service, 'IDVTEST_SELFIE_RETRY_1');
    const evidence = { browsers: { computer: 'Chrome on Windows', phone: 'Chrome on Android' } };
    expect(await handoffOf(service, byPhone.phoneKey, byPhone.check)).toMatchObject(evidence);
    // The first picture is not good enough, and the second is that of the computer.
    const again = await start(service, byPhone.key, byPhone.id);
    expect(await handoffOf(service, byPhone.key, again)).toBeNull();
    const first = (await service.call('GET', `/biometrics/selfie-check/${byPhone.check.id}`)).body;
    expect(first.signals.handoff).toMatchObject(evidence);

    const ended = await confirmed(service);
    await ended.ask('DELETE');
    expect(await handoffOf(service, ended.key, await start(service, ended.key, ended.id))).toBeNull();
  });

  test('is taken again on the phone where it was not good enough', async () => {
    const service = services(database);
    const { id, ask, phoneKey, check } = await confirmed(service, 'IDVTEST_SELFIE_RETRY_1');
    await handoffOf(service, phoneKey, check);
    expect((await ask('GET')).body).toMatchObject({ step: 'selfie', isDue: true, status: 'confirmed' });
    expect(await handoffOf(service, phoneKey, await start(service, phoneKey, id))).toMatchObject({
      browsers: { phone: 'Chrome on Android' },
    });
    expect((await ask('GET')).body).toMatchObject({ status: 'done', reason: 'done' });
    expect((await service.call('GET', `/cases/${id}`)).body.status).toBe('approved');
  });

  test('taken by the computer with the challenge of the phone ends the hand-off', async () => {
    const service = services(database);
    const { id, key, phoneKey, check, ask } = await confirmed(service);
    expect(await handoffOf(service, key, check)).toBeNull();
    expect((await ask('GET')).body).toMatchObject({ status: 'ended', reason: 'computer' });
    // The key of the phone is revoked, so the evidence can omit no phone.
    const begin = await service.call('POST', '/biometrics/selfie-check', {
      key: phoneKey,
      json: { caseId: id },
    });
    expect(begin.body.code).toBe('session_key_revoked');
  });
});

describe.each(databases)('a hand-off on %s', (database) => {
  test('is reported as server-sent events', async () => {
    const service = services(database);
    const { id, key, ask } = await computerOf(service);
    await ask('POST');
    const response = await fetch(`${service.url}/v1/cases/${id}/handoff`, {
      headers: { Authorization: `Bearer ${key}`, Accept: 'text/event-stream' },
    });
    expect(response.headers.get('Content-Type')).toBe('text/event-stream');
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toContain('"status":"waiting"');
    await ask('DELETE');
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
    expect(text).toContain('"status":"ended"');
  });

  test('is not offered if the policy or the state of the case forbids it', async () => {
    const service = services(database);
    const { ask } = await computerOf(service, { handoff: 'disable' });
    expect((await ask('POST')).body.code).toBe('case_state_conflict');
    const { body } = await service.call('POST', '/cases', { json: newCase });
    expect((await service.call('POST', `/cases/${body.id}/handoff`)).body.code).toBe('consent_required');
  });
});

describe.each(databases)('streams of a hand-off on %s', (database) => {
  const open = (service: TestService, id: string, key: string) =>
    fetch(`${service.url}/v1/cases/${id}/handoff`, {
      headers: { Authorization: `Bearer ${key}`, Accept: 'text/event-stream' },
    });

  test('are at most three of a case, and end with their key', async () => {
    const service = services(database);
    const { id, key, ask } = await computerOf(service);
    await ask('POST');
    const streams = await Promise.all([1, 2, 3].map(() => open(service, id, key)));
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200]);
    const refused = await open(service, id, key);
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '5']);
    const readers = streams.map(({ body }) => body!.pipeThrough(new TextDecoderStream()).getReader());
    // A stream whose key ends before its first event has none.
    for (const reader of readers) expect((await reader.read()).value).toContain('"status":"waiting"');
    await service.call('DELETE', `/cases/${id}/session-keys`);
    for (const reader of readers) while (!(await reader.read()).done);
    expect(service.deps.state.streams.size).toBe(0);
  });

  test('that fail are logged with the cause, and give back their place', async () => {
    const service = await startTestService({ database });
    const { id, key, ask } = await computerOf(service);
    await ask('POST');
    const find = vi.spyOn(handoffs, 'find');
    onTestFinished(() => find.mockRestore());
    const stream = await open(service, id, key);
    find.mockRejectedValue(new TypeError('x'));
    await stream.text();
    await expect.poll(service.logged).toMatch(/"event":"stream ended".*"error":"TypeError"/);
    expect(service.deps.state.streams.size).toBe(0);
  });
});

test.runIf(databases.includes('postgres'))(
  'a phone whose hand-off ends during its upload takes no selfie',
  async () => {
    const service = services('postgres');
    const { id, phoneKey, check } = await confirmed(service);
    const { deps } = service;
    let capture: Promise<Reply> | undefined;
    await deps.db.transaction().execute(async (tx) => {
      const row = await lockCase(tx, 'test', id);
      const path = `/biometrics/selfie-check/${check.id}/capture`;
      capture = service.call('POST', path, { key: phoneKey, body: captureOf(check.challenge) });
      await waitFor(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%from "cases"%'`.execute(
          deps.db,
        );
        return rows.length > 0;
      });
      await endHandoff(deps, tx, row, 'computer');
    });
    expect((await capture!).body.code).toBe('handoff_unconfirmed');
  },
);
