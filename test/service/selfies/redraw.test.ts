import { describe, expect, test } from 'vitest';
import type { ChallengeMovement } from '../../../src/contract/selfieCheck.ts';
import { picture } from '../../support/picture.ts';
import { databases, sharedServices, type TestService } from '../../support/service.ts';
import { captureOf, newCase, verify } from '../../support/verification.ts';

const services = sharedServices();

async function open(service: TestService, policy: object = {}) {
  const verification = await verify(service, { policy });
  await verification.consent();
  await verification.details();
  const start = (stuckAt?: ChallengeMovement, options: object = {}) =>
    service.call('POST', '/biometrics/selfie-check', {
      json: { caseId: verification.id, ...(stuckAt && { stuckAt }) },
      ...options,
    });
  return { ...verification, service, start };
}

describe.each(databases)('challenges of one case on %s', (database) => {
  test('an unanswered one stays until it expires', async () => {
    const { service, start } = await open(services(database));
    const first = await start();
    for (let draws = 0; draws < 5; draws++) {
      expect(await start()).toMatchObject({ status: 201, body: { id: first.body.id } });
      expect((await start()).body.challenge).toEqual(first.body.challenge);
    }
    service.advance(120_000);
    const next = await start();
    expect(next.body.id).not.toBe(first.body.id);
    expect(next.body.challenge.nonce).not.toBe(first.body.challenge.nonce);
  });

  test('one movement is left out of longer challenges, and a second one leaves one picture for a reviewer', async () => {
    const service = services(database);
    const { start, read } = await open(service);
    const first = (await start()).body;
    const avoided = first.challenge.steps.at(-1) as ChallengeMovement;
    const { body } = await start(avoided);
    expect(body.challenge.steps).not.toContain(avoided);
    expect([5, 6]).toContain(body.challenge.steps.length);
    // Of a challenge that is over, or a movement that was not asked for: changes nothing.
    expect((await start(avoided)).body.id).toBe(body.id);
    const other = body.challenge.steps[1] as ChallengeMovement;
    const last = (await start(other)).body;
    expect(last.challenge.steps).toEqual(['center']);
    expect((await start(other)).body.id).toBe(last.id);
    expect((await read()).requirements.selfieAttemptsRemaining).toBe(3);
    const form = captureOf(last.challenge, { frame: picture({ grey: (x) => (x * 7) % 250 }) });
    await service.call('POST', `/biometrics/selfie-check/${last.id}/capture`, { body: form });
    await service.tick();
    const { body: check } = await service.call('GET', `/biometrics/selfie-check/${last.id}`);
    expect(check).toMatchObject({
      status: 'inconclusive',
      reasons: ['selfie_challenge_skipped'],
      signals: { draws: 3, stuckAt: [avoided, other] },
    });
    expect((await read()).requirements.currentlyDue).toEqual([]);
  });

  test('a second movement that the person cannot do costs no attempt, however late', async () => {
    const { service, start, read } = await open(services(database), { maxSelfieAttempts: 1 });
    await start();
    service.advance(120_000);
    const { challenge } = (await start()).body;
    const next = (await start(challenge.steps[1])).body.challenge;
    const last = await start(next.steps[1]);
    expect(last).toMatchObject({ status: 201, body: { challenge: { steps: ['center'] } } });
    expect((await read()).requirements.selfieAttemptsRemaining).toBe(1);
  });

  test('expired challenges count as draws, and after the last attempt a human decides', async () => {
    const { service, start, read } = await open(services(database), { maxSelfieAttempts: 1 });
    for (let draws = 0; draws < 3; draws++) {
      expect((await start()).status).toBe(201);
      service.advance(120_000);
    }
    const options = { headers: { 'Idempotency-Key': 'the-last-one' } };
    for (const _ of [1, 2]) {
      const reply = await start(undefined, options);
      expect(reply).toMatchObject({ status: 409, body: { code: 'attempts_exhausted' } });
    }
    expect(await read()).toMatchObject({
      status: 'in_review',
      decision: { reasons: ['attempts_exhausted'] },
      checks: { selfie: { status: 'expired' } },
    });
  });
});

describe.each(databases)('draws of one case on %s', (database) => {
  test('a capture makes the next draws free again', async () => {
    const { service, start, read } = await open(services(database));
    const drawThrice = async () => {
      for (const _ of [1, 2]) {
        await start();
        service.advance(120_000);
      }
      return (await start()).body;
    };
    const { id, challenge } = await drawThrice();
    const body = captureOf(challenge, { frame: picture({ grey: (x) => x % 20 }) });
    await service.call('POST', `/biometrics/selfie-check/${id}/capture`, { body });
    await service.tick();
    expect((await read()).requirements.selfieAttemptsRemaining).toBe(2);
    await drawThrice();
    expect((await read()).requirements.selfieAttemptsRemaining).toBe(2);
  });

  test('a page gets the same refusal for a used-up case as a back end', async () => {
    const service = services(database);
    const session = { allowedOrigins: ['https://shop.example'] };
    const policy = { maxSelfieAttempts: 1 };
    const { body } = await service.call('POST', '/cases', { json: { ...newCase, session, policy } });
    const key = body.session.sessionKey;
    const consent = { biometric: true, textVersion: '1', locale: 'en' };
    await service.call('POST', `/cases/${body.id}/consent`, { key, json: consent });
    const replies = [];
    for (let draws = 0; draws < 4; draws++) {
      replies.push(
        await service.call('POST', '/biometrics/selfie-check', { key, json: { caseId: body.id } }),
      );
      service.advance(120_000);
    }
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 409]);
    const reply = await service.call('GET', `/cases/${body.id}`, { key });
    expect(reply.body.requirements).toEqual({
      currentlyDue: ['personal_details'],
      selfieAttemptsRemaining: 0,
    });
  });
});

describe.each(databases)('a page that refuses the face and accepts it again on %s', (database) => {
  const anew = async (policy: object = {}) => {
    const service = services(database);
    const verification = await verify(service, { policy: { ...policy, withoutFace: 'review' } });
    const consent = (face: boolean) =>
      service.call('POST', `/cases/${verification.id}/consent`, {
        json: { biometric: true, face, textVersion: '1', locale: 'en' },
      });
    await consent(true);
    const start = () =>
      service.call('POST', '/biometrics/selfie-check', { json: { caseId: verification.id } });
    return { ...verification, service, consent, start };
  };

  test('gets no more attempts', async () => {
    const { consent, selfie, details, start, read } = await anew({ maxSelfieAttempts: 1 });
    await selfie({ frame: picture({ grey: () => 5 }) });
    await consent(false);
    await consent(true);
    expect(await start()).toMatchObject({ status: 409 });
    await details();
    expect(await read()).toMatchObject({
      status: 'in_review',
      decision: { reasons: ['attempts_exhausted'] },
    });
  });

  test('does not undo a spoof', async () => {
    const { service, id, consent, details, start, read } = await anew();
    const facts = { details: 'none', selfie: 'spoof', selfieReason: 'selfie_replayed', aml: 'none' };
    await service.deps.db
      .updateTable('cases')
      .set({ facts: JSON.stringify({ ...facts, amlGivenUp: false }) })
      .where('id', '=', id)
      .execute();
    await consent(false);
    await consent(true);
    expect(await start()).toMatchObject({ status: 409 });
    await consent(false);
    await details();
    expect(await read()).toMatchObject({ status: 'in_review', decision: { reasons: ['selfie_replayed'] } });
  });

  test('pays for each draw: a capture that costs no attempt makes none free', async () => {
    const { service, id, start } = await anew();
    await start();
    service.advance(120_000);
    const { id: checkId, challenge } = (await start()).body;
    // Without an engine such a picture gets no verdict, as if the face were refused before it was judged.
    const body = captureOf(challenge, { frame: picture({ grey: (x) => (x * 7) % 250 }) });
    await service.call('POST', `/biometrics/selfie-check/${checkId}/capture`, { body });
    await service.tick();
    const cases = service.deps.db.selectFrom('cases').select(['challenges_drawn', 'attempts_left']);
    expect(await cases.where('id', '=', id).executeTakeFirst()).toEqual({
      challenges_drawn: 2,
      attempts_left: 3,
    });
  });
});
