import { describe, expect, test } from 'vitest';
import { holdJobs, releaseJobs } from '../support/holdJobs.ts';
import { databases, sharedServices, type TestService } from '../support/service.ts';
import { captureOf, newCase, person, verify } from '../support/verification.ts';

const services = sharedServices();
const consent = { biometric: true, textVersion: '1', locale: 'en' };

/** A complete verification with a session key only, and the calls of its page afterwards. */
async function fromPage(
  service: TestService,
  familyName: string,
  { maxSelfieAttempts = 1, isSelfieFirst = false } = {},
) {
  const session = { allowedOrigins: ['https://shop.example'] };
  const { body: created } = await service.call('POST', '/cases', {
    json: { ...newCase, session, policy: { maxSelfieAttempts } },
  });
  const key = created.session.sessionKey;
  const send = async (path: string, options: object) => {
    const reply = await service.call('POST', path, { key, ...options });
    await service.tick();
    return reply;
  };
  await send(`/cases/${created.id}/consent`, { json: consent });
  const details = () => send(`/cases/${created.id}/personal-details`, { json: { ...person, familyName } });
  if (!isSelfieFirst) await details();
  const { body: check } = await send('/biometrics/selfie-check', { json: { caseId: created.id } });
  const capture = () =>
    send(`/biometrics/selfie-check/${check.id}/capture`, { body: captureOf(check.challenge) });
  await capture();
  if (isSelfieFirst) await details();
  const ask = (path: string) => service.call('GET', path, { key });
  return { id: created.id as string, check, key, send, ask, capture };
}

const OUTCOMES = {
  // Nothing is forced: its selfie can't be judged, which costs no attempt.
  Dragavei: 'approved',
  IDVTEST_APPROVE: 'approved',
  IDVTEST_SPOOF: 'in_review',
  IDVTEST_FACE_MISMATCH: 'declined',
  IDVTEST_AML_POSSIBLE: 'in_review',
};

describe.each(databases)('a page on %s', (database) => {
  test('reads the same of every submitted case, for every outcome', async () => {
    const service = services(database);
    const views = [];
    for (const [familyName, outcome] of Object.entries(OUTCOMES)) {
      const { id, check, ask } = await fromPage(service, familyName);
      expect((await service.call('GET', `/cases/${id}`)).body.status).toBe(outcome);
      const { expiresAt, ...ofCase } = (await ask(`/cases/${id}`)).body;
      const { challenge, ...ofCheck } = (await ask(`/biometrics/selfie-check/${check.id}`)).body;
      views.push({ ...ofCase, id: '', ofCheck: { ...ofCheck, id: '', caseId: '' } });
    }
    for (const one of views) expect(one).toEqual(views[0]);
  });

  test('reads the same version and ETag for every order of input, also after a human decision', async () => {
    const service = services(database);
    const viewsByOrder = new Map<string, Set<string>>();
    for (const order of ['details first', 'selfie first']) {
      for (const familyName of Object.keys(OUTCOMES)) {
        const { id, ask } = await fromPage(service, familyName, { isSelfieFirst: order === 'selfie first' });
        const look = async () => {
          const { headers, body } = await ask(`/cases/${id}`);
          const view = `${order}: ${headers.get('ETag')} ${body.version} ${JSON.stringify(body.requirements)}`;
          viewsByOrder.set(order, (viewsByOrder.get(order) ?? new Set()).add(view));
        };
        await look();
        const { body: caseView } = await service.call('GET', `/cases/${id}`);
        if (caseView.status !== 'in_review') continue;
        const json = { outcome: 'declined', expectedVersion: caseView.version };
        expect((await service.call('POST', `/cases/${id}/decision`, { json })).status).toBe(200);
        await look();
      }
    }
    for (const [order, looks] of viewsByOrder) expect([...looks], order).toHaveLength(1);
  });

  test('gets the same response to further input, for every outcome', async () => {
    const service = services(database);
    for (const [familyName, outcome] of Object.entries(OUTCOMES)) {
      const { id, send, capture } = await fromPage(service, familyName);
      expect((await service.call('GET', `/cases/${id}`)).body.status).toBe(outcome);
      for (const reply of [
        await send(`/cases/${id}/consent`, { json: consent }),
        await send(`/cases/${id}/personal-details`, { json: person }),
        await capture(),
      ]) {
        expect(reply).toMatchObject({ status: 409, body: { code: 'case_state_conflict' } });
        expect(reply.body).toMatchObject({ currentStatus: 'submitted', allowedTransitions: [] });
      }
    }
  });

  test('gets the reason for a refused picture only while it may send another', async () => {
    const { id, check, ask } = await fromPage(services(database), 'IDVTEST_SELFIE_RETRY_1', {
      maxSelfieAttempts: 2,
    });
    const { lastError } = (await ask(`/cases/${id}`)).body;
    expect(lastError.code).toBe('selfie_low_quality');
    expect((await ask(`/biometrics/selfie-check/${check.id}`)).body.reason).toBe(lastError.code);
  });
});

test.each(databases)(
  'a page sees the same of a selfie that was judged and of one whose case was decided before, on %s',
  async (database) => {
    const service = services(database);
    const { db, clock } = service.deps;
    const session = { allowedOrigins: [new URL(service.url).origin] };
    const views = [];
    for (const [change, outcome] of [
      [{}, 'approved'],
      [{ dateOfBirth: '2020-05-17' }, 'declined'],
    ] as const) {
      const { consent: agree, selfie, details, read, page } = await verify(service, { session });
      await agree();
      await holdJobs(db, 'verify_selfie', selfie);
      await details(change);
      const path = `/biometrics/selfie-check/${(await read()).checks.selfie.id}`;
      const before = (await service.call('GET', path, page)).body.status;
      await releaseJobs(db, 'verify_selfie', clock());
      await service.tick();
      expect((await read()).status).toBe(outcome);
      const { challenge, ...after } = (await service.call('GET', path, page)).body;
      views.push({ before, ...after, id: '', caseId: '' });
    }
    expect(views[0]).toMatchObject({ before: 'processing', status: 'completed' });
    expect(views[1]).toEqual(views[0]);
  },
);

test.each(databases)(
  'a page gets the same response to another selfie, for every previous result, on %s',
  async (database) => {
    const service = services(database);
    const session = { allowedOrigins: ['https://shop.example'] };
    const refusals = [];
    // One that could not be judged costs no attempt.
    for (const [selfie, attempts_left] of [
      ['passed', 0],
      ['retry', 0],
      ['not_performed', 1],
    ] as const) {
      const { body: created } = await service.call('POST', '/cases', { json: { ...newCase, session } });
      const key = created.session.sessionKey;
      await service.call('POST', `/cases/${created.id}/consent`, { key, json: consent });
      const { db } = service.deps;
      const { facts } = await db
        .selectFrom('cases')
        .select('facts')
        .where('id', '=', created.id)
        .executeTakeFirstOrThrow();
      const set = { facts: JSON.stringify({ ...facts, selfie }), attempts_left };
      await db.updateTable('cases').set(set).where('id', '=', created.id).execute();
      const json = { caseId: created.id };
      const { status, body } = await service.call('POST', '/biometrics/selfie-check', { key, json });
      refusals.push([status, body.code, body.currentStatus, body.detail]);
    }
    expect(new Set(refusals.map((one) => JSON.stringify(one)))).toHaveProperty('size', 1);
    expect(refusals[0]!.slice(0, 2)).toEqual([409, 'case_state_conflict']);
  },
);
