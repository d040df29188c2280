import { describe, expect, test } from 'vitest';
import { type DatabaseKind, databases, sharedServices } from '../support/service.ts';
import { resolveHits, verify } from '../support/verification.ts';

const services = sharedServices();

const decideOn = (database: DatabaseKind) => (id: string, json: object) =>
  services(database).call('POST', `/cases/${id}/decision`, { json });

describe.each(databases)('a review on %s', (database) => {
  const inReview = async () => {
    const verification = await verify(services(database));
    await verification.consent();
    await verification.details({ familyName: 'IDVTEST_AML_POSSIBLE' });
    await verification.selfie();
    return verification;
  };
  const decide = decideOn(database);

  test('decides, and can be overturned only with a note', async () => {
    const { id, read, events } = await inReview();
    const { version, checks } = await read();
    const stale = await decide(id, { outcome: 'approved', expectedVersion: version - 1 });
    expect(stale).toMatchObject({ status: 409, body: { code: 'version_conflict' } });
    const early = { outcome: 'approved', reasons: ['known_customer'], expectedVersion: version };
    expect(await decide(id, early)).toMatchObject({ status: 409, body: { code: 'hits_unresolved' } });
    const hits = await resolveHits(services(database), checks.aml.id);
    const { version: resolved } = await read();
    const approved = await decide(id, { ...early, expectedVersion: resolved });
    expect(approved).toMatchObject({
      status: 200,
      body: {
        status: 'approved',
        version: resolved + 1,
        decision: { by: 'reviewer', reasons: ['known_customer'], revision: 2 },
      },
    });
    const overturn = { outcome: 'declined', expectedVersion: resolved + 1 };
    expect(await decide(id, overturn)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '#/note' }] },
    });
    expect(await decide(id, { ...overturn, note: 'A mistake.' })).toMatchObject({
      status: 200,
      body: { status: 'declined', decision: { revision: 3 } },
    });
    expect((await events()).slice(-2)).toEqual(['case.approved', 'case.decision_revised']);
    const notes = await services(database)
      .deps.db.selectFrom('audit_log')
      .select('note')
      .where('case_id', '=', id)
      .execute();
    expect(notes.filter(({ note }) => note && !Buffer.from(note).includes('mistake'))).toHaveLength(1 + hits);
  });

  test('is refused if the case is not in review', async () => {
    const { id } = await verify(services(database));
    expect(await decide(id, { outcome: 'approved', expectedVersion: 1 })).toMatchObject({
      status: 409,
      body: { code: 'case_state_conflict', currentStatus: 'requires_input' },
    });
  });
});

describe.each(databases)('a reviewer on %s', (database) => {
  const decide = decideOn(database);

  test('requests a new selfie with one more attempt and one more day', async () => {
    const service = services(database);
    const expiresAt = new Date(service.deps.clock().getTime() + 3_600_000).toISOString();
    const { id, read, details, consent, selfie } = await verify(service, {
      policy: { maxSelfieAttempts: 1 },
      expiresAt,
    });
    await consent();
    await details({ familyName: 'IDVTEST_SELFIE_RETRY_1' });
    await selfie();
    const { version, status, decision } = await read();
    expect([status, decision.reasons]).toEqual(['in_review', ['attempts_exhausted']]);
    const { body } = await decide(id, { outcome: 'requires_input', expectedVersion: version });
    expect(body).toMatchObject({
      status: 'requires_input',
      decision: null,
      requirements: { currentlyDue: ['selfie'], selfieAttemptsRemaining: 1 },
    });
    expect(Date.parse(body.expiresAt) - service.deps.clock().getTime()).toBe(86_400_000);
    const start = () => service.call('POST', '/biometrics/selfie-check', { json: { caseId: id } });
    expect((await start()).body.attempt).toBe(2);
    await selfie();
    expect((await read()).decision.revision).toBe(decision.revision + 1);
  });

  test('requests a selfie that was never judged as the first attempt', async () => {
    const service = services(database);
    const { id, consent } = await verify(service);
    await consent();
    for (const to of ['processing', 'in_review', 'requires_input']) {
      await service.call('POST', `/test/cases/${id}/simulate`, { json: { to } });
    }
    const { body } = await service.call('POST', '/biometrics/selfie-check', { json: { caseId: id } });
    expect(body.attempt).toBe(1);
  });
});

describe.each(databases)('the end of a case on %s', (database) => {
  test('comes at its expiry time', async () => {
    const service = services(database);
    const { read, events, consent } = await verify(service);
    service.advance(7 * 86_400_000);
    expect(await consent()).toMatchObject({ status: 409, body: { currentStatus: 'expired' } });
    expect((await read()).status).toBe('expired');
    expect(await events()).toEqual(['case.created', 'case.expired']);
  });

  test('comes when the person declines', async () => {
    const service = services(database);
    const { id, read } = await verify(service);
    const json = { biometric: false, textVersion: '1', locale: 'en' };
    expect((await service.call('POST', `/cases/${id}/consent`, { json })).body).toMatchObject({
      biometric: false,
    });
    expect(await read()).toMatchObject({ status: 'canceled', consent: { biometric: false } });
    const again = await service.call('POST', `/cases/${id}/cancel`);
    expect(again).toMatchObject({ status: 409, body: { code: 'case_state_conflict' } });
  });
});
