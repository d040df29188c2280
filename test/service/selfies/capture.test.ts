import { describe, expect, test } from 'vitest';
import { type ChallengeStep, SelfieCheck, SessionSelfieCheck } from '../../../src/contract/selfieCheck.ts';
import { picture } from '../../support/picture.ts';
import { databases, sharedServices } from '../../support/service.ts';
import { captureOf, newCase, verify } from '../../support/verification.ts';

const services = sharedServices();

describe.each(databases)('a selfie check on %s', (database) => {
  const start = async () => {
    const service = services(database);
    const verification = await verify(service);
    await verification.consent();
    const check = (
      await service.call('POST', '/biometrics/selfie-check', { json: { caseId: verification.id } })
    ).body;
    const send = (body: FormData) =>
      service.call('POST', `/biometrics/selfie-check/${check.id}/capture`, { body });
    return { ...verification, check, send };
  };

  test('requires consent', async () => {
    const service = services(database);
    const { id } = await verify(service);
    const reply = await service.call('POST', '/biometrics/selfie-check', { json: { caseId: id } });
    expect(reply).toMatchObject({ status: 428, body: { code: 'consent_required' } });
  });

  test('draws center and three or four movements', async () => {
    const { check } = await start();
    expect(SelfieCheck.parse(check)).toEqual(check);
    const { steps, expiresAt } = check.challenge;
    expect(steps[0]).toBe('center');
    expect([4, 5]).toContain(steps.length);
    expect(Date.parse(expiresAt) - services(database).deps.clock().getTime()).toBe(120_000);
  });

  test('accepts one capture', async () => {
    const { check, send } = await start();
    for (const wrong of [
      { ...check.challenge, nonce: 'x'.repeat(check.challenge.nonce.length) },
      { ...check.challenge, steps: ['center', 'center', 'center'] },
    ]) {
      expect(await send(captureOf(wrong))).toMatchObject({
        status: 409,
        body: { code: 'challenge_mismatch' },
      });
    }
    expect(await send(captureOf(check.challenge))).toMatchObject({
      status: 202,
      body: { status: 'processing' },
    });
    expect(await send(captureOf(check.challenge))).toMatchObject({ status: 409 });
  });

  test('that arrives late is refused, and a new one starts', async () => {
    const { check, send, id, read } = await start();
    services(database).advance(120_000);
    expect(await send(captureOf(check.challenge))).toMatchObject({
      status: 409,
      body: { code: 'challenge_expired' },
    });
    await services(database).tick();
    expect((await read()).checks.selfie.status).toBe('expired');
    const next = await services(database).call('POST', '/biometrics/selfie-check', { json: { caseId: id } });
    expect(next.body).toMatchObject({ status: 'requires_capture', attempt: 1 });
  });

  test('shows the page neither score nor verdict', async () => {
    const { call } = services(database);
    const session = { allowedOrigins: ['https://shop.example'] };
    const { body } = await call('POST', '/cases', { json: { ...newCase, session } });
    const key = body.session.sessionKey;
    await call('POST', `/cases/${body.id}/consent`, {
      key,
      json: { biometric: true, textVersion: '1', locale: 'en' },
    });
    const { body: check } = await call('POST', '/biometrics/selfie-check', {
      key,
      json: { caseId: body.id },
    });
    expect(Object.keys(check).sort()).toEqual(Object.keys(SessionSelfieCheck.shape).sort());
  });
});

describe.each(databases)('the frames of a capture on %s', (database) => {
  const send = async (frame: Buffer, steps?: ChallengeStep[]) => {
    const verification = await verify(services(database));
    await verification.consent();
    const reply = await verification.selfie({ frame, ...(steps && { steps }) });
    return { reply, ...verification };
  };

  test.each([
    ['no picture', Buffer.from('GIF89a, or so it says'), 422, 'image_unreadable'],
    ['half a picture', picture().subarray(0, picture().length / 2), 422, 'image_unreadable'],
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"/>'),
      422,
      'image_unreadable',
    ],
    ['too small', picture({ height: 479 }), 422, 'image_too_small'],
    ['too large', picture({ width: 4097, height: 480 }), 422, 'validation_failed'],
    ['a bomb', picture({ width: 6000, height: 6000, grey: () => 0 }), 422, 'validation_failed'],
    ['more than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1), 413, 'body_too_large'],
  ])('%s is refused', async (_, frame, status, code) => {
    const { reply, read } = await send(frame);
    expect(reply).toMatchObject({ status, body: { code } });
    expect((await read()).requirements.currentlyDue).toContain('selfie');
  });

  test.each([
    ['dark', picture({ grey: (x) => x % 20 }), 'selfie_too_dark'],
    ['flat', picture({ grey: () => 128 }), 'selfie_low_quality'],
  ])('that are %s cost an attempt', async (_, frame, code) => {
    const { read } = await send(frame);
    expect(await read()).toMatchObject({
      status: 'requires_input',
      requirements: { selfieAttemptsRemaining: 2 },
      lastError: { code },
      checks: { selfie: { status: 'failed' } },
    });
  });

  test('without the movements are finally left to a human', async () => {
    const { read } = await send(picture(), ['center']);
    const { checks } = await read();
    const { body } = await services(database).call('GET', `/biometrics/selfie-check/${checks.selfie.id}`);
    expect(body).toMatchObject({
      status: 'inconclusive',
      reasons: ['selfie_challenge_skipped'],
      liveness: { result: 'not_performed', score: null },
    });
  });

  test('are stored encrypted', async () => {
    await send(picture());
    const frames = await services(database).deps.db.selectFrom('selfie_frames').select('sealed').execute();
    expect(frames.length).toBeGreaterThan(0);
    for (const { sealed } of frames) expect(Buffer.from(sealed ?? []).includes('IHDR')).toBe(false);
  });
});
