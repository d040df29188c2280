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

  test('new movements are free twice, then cost an attempt each', async () => {
    const { start, read } = await open(services(database));
    const avoided: string[] = [];
    let { body } = await start();
    const left: number[] = [];
    for (let redraws = 0; redraws < 6; redraws++) {
      const stuckAt = body.challenge.steps.at(-1);
      avoided.push(stuckAt);
      ({ body } = await start(stuckAt));
      expect(body.challenge.steps).not.toContain(stuckAt);
      left.push((await read()).requirements.selfieAttemptsRemaining);
    }
    expect(left).toEqual([3, 3, 2, 2, 2, 1]);
    const { id, challenge } = body;
    // A movement that was not asked for changes nothing.
    const other = ['turn_left', 'turn_right', 'look_up', 'look_down', 'blink'].find(
      (movement) => !challenge.steps.includes(movement),
    ) as ChallengeMovement;
    expect((await start(other)).body.id).toBe(id);
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
