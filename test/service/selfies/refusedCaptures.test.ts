import { describe, expect, test } from 'vitest';
import { picture } from '../../support/picture.ts';
import { databases, sharedServices } from '../../support/service.ts';
import { captureOf, verify } from '../../support/verification.ts';

const services = sharedServices();

describe.each(databases)('a capture on %s', (database) => {
  const start = async () => {
    const service = services(database);
    const verification = await verify(service);
    await verification.consent();
    const json = { caseId: verification.id };
    const check = (await service.call('POST', '/biometrics/selfie-check', { json })).body;
    const send = (body: FormData) =>
      service.call('POST', `/biometrics/selfie-check/${check.id}/capture`, { body });
    return { ...verification, check, send };
  };

  test('is checked against its challenge before its pictures are decoded', async () => {
    const { check, send, id } = await start();
    const frame = Buffer.from('no picture');
    const { challenge } = check;
    for (const nonce of ['é'.repeat(challenge.nonce.length), 'x'.repeat(challenge.nonce.length), 'é']) {
      const reply = await send(captureOf({ ...challenge, nonce }, { frame }));
      expect(reply).toMatchObject({ status: 409, body: { code: 'challenge_mismatch' } });
    }
    services(database).advance(120_000);
    const late = await send(captureOf(challenge, { frame }));
    expect(late).toMatchObject({ status: 409, body: { code: 'challenge_expired' } });
    await services(database).call('POST', `/cases/${id}/cancel`);
    const ended = await send(captureOf(challenge, { frame }));
    expect(ended).toMatchObject({ status: 409, body: { code: 'case_state_conflict' } });
  });

  test('with the same Idempotency-Key gets the stored response, and nothing is decoded', async () => {
    const { check } = await start();
    const path = `/biometrics/selfie-check/${check.id}/capture`;
    const send = (frame?: Buffer) =>
      services(database).call('POST', path, {
        body: captureOf(check.challenge, { frame }),
        headers: { 'Idempotency-Key': check.id },
      });
    const first = await send();
    const again = await send();
    expect([first.status, again.status, again.body]).toEqual([202, 202, first.body]);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    const other = await send(Buffer.from('no picture'));
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
  });

  test('after ten refusals sends the case to a human, and no more captures are accepted', async () => {
    const { check, send, details, read, events } = await start();
    await details();
    for (let sent = 0; sent < 10; sent++) {
      const frame = sent % 2 ? Buffer.from('no picture') : picture({ height: 479 });
      expect((await send(captureOf(check.challenge, { frame }))).status).toBe(422);
    }
    await services(database).tick();
    expect(await read()).toMatchObject({
      status: 'in_review',
      decision: { by: 'policy', reasons: ['attempts_exhausted'] },
      checks: { selfie: { status: 'expired' } },
    });
    expect((await events()).at(-1)).toBe('case.in_review');
    const frame = Buffer.from('no picture');
    expect(await send(captureOf(check.challenge, { frame }))).toMatchObject({
      status: 409,
      body: { code: 'case_state_conflict' },
    });
  });
});
