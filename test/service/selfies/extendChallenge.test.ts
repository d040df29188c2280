import { describe, expect, test } from 'vitest';
import { databases, sharedServices } from '../../support/service.ts';
import { captureOf, verify } from '../../support/verification.ts';

const services = sharedServices();

describe.each(databases)('more time for a challenge on %s', (database) => {
  const start = async () => {
    const service = services(database);
    const { id, consent } = await verify(service);
    await consent();
    const json = { caseId: id };
    const check = (await service.call('POST', '/biometrics/selfie-check', { json })).body;
    const post = (action: string, options = {}) =>
      service.call('POST', `/biometrics/selfie-check/${check.id}/${action}`, options);
    return { service, check, post };
  };

  test('restarts its full time before it ends, at most ten times', async () => {
    const { service, check, post } = await start();
    for (let times = 0; times < 11; times++) {
      service.advance(110_000);
      const reply = await post('extend');
      expect(reply).toMatchObject({ status: 200, body: { challenge: { nonce: check.challenge.nonce } } });
    }
    const left = Date.parse((await post('extend')).body.challenge.expiresAt) - service.deps.clock().getTime();
    expect(left).toBe(11 * 120_000 - 11 * 110_000);
    service.advance(left);
    expect(await post('extend')).toMatchObject({ status: 409, body: { code: 'challenge_expired' } });
    const late = await post('capture', { body: captureOf(check.challenge) });
    expect(late).toMatchObject({ status: 409, body: { code: 'challenge_expired' } });
  });

  test('an answered challenge is not extended', async () => {
    const { check, post } = await start();
    expect(await post('capture', { body: captureOf(check.challenge) })).toMatchObject({ status: 202 });
    expect(await post('extend')).toMatchObject({ status: 409, body: { code: 'challenge_mismatch' } });
  });
});
