import { describe, expect, test } from 'vitest';
import { ReferenceImage } from '../../../src/contract/referenceImage.ts';
import { drawnRecording } from '../../support/drawnRecording.ts';
import { faceJpeg, type TestPerson } from '../../support/faces.ts';
import { picture } from '../../support/picture.ts';
import { type DatabaseKind, databases, sharedServices } from '../../support/service.ts';
import { newCase, verify } from '../../support/verification.ts';

const services = sharedServices({ engine: true });

async function start(database: DatabaseKind) {
  const verification = await verify(services(database));
  const send = (file: Buffer, name = 'image', key?: string) => {
    const body = new FormData();
    body.append(name, new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'passport.jpg');
    const path = `/cases/${verification.id}/reference-image`;
    return services(database).call('POST', path, { body, ...(key && { key }) });
  };
  return { ...verification, send };
}

/** One selfie of test face 1, after a reference picture of another one or the same. */
async function through(database: DatabaseKind, reference: TestPerson) {
  const verification = await start(database);
  expect((await verification.send(await faceJpeg({ yaw: 3 }, reference))).status).toBe(201);
  await verification.consent();
  await verification.details();
  await verification.selfie({ record: (steps) => drawnRecording(steps, 1) });
  return verification;
}

describe.each(databases)('a reference picture on %s', (database) => {
  test('is received, encrypted and never returned', async () => {
    const { send, id } = await start(database);
    const reply = await send(await faceJpeg());
    expect(reply.status).toBe(201);
    expect(ReferenceImage.parse(reply.body)).toEqual(reply.body);
    const rows = await services(database)
      .deps.db.selectFrom('reference_images')
      .selectAll()
      .where('case_id', '=', id)
      .execute();
    expect(rows).toMatchObject([{ media_type: 'image/jpeg' }]);
    expect(Buffer.from(rows[0]!.sealed ?? []).includes('JFIF')).toBe(false);
  });

  test('of the same person matches', async () => {
    const { read } = await through(database, 1);
    expect(await read()).toMatchObject({
      status: 'approved',
      assurance: { liveness: 'pass', faceMatch: 'match' },
    });
  });

  test('of somebody else does not', async () => {
    const { read, selfie } = await through(database, 2);
    expect(await read()).toMatchObject({
      status: 'requires_input',
      lastError: { code: 'selfie_face_mismatch' },
      assurance: { faceMatch: 'no_match' },
    });
    for (let left = 2; left > 0; left--) await selfie({ record: (steps) => drawnRecording(steps, 1) });
    expect(await read()).toMatchObject({
      status: 'declined',
      decision: { reasons: ['selfie_face_mismatch'] },
    });
  });
});

describe.each(databases)('uploading a reference picture on %s', (database) => {
  test('a second upload replaces the first', async () => {
    const { send, consent, details, selfie, read } = await start(database);
    await send(await faceJpeg({}, 2));
    expect((await send(await faceJpeg({}, 1))).status).toBe(201);
    await consent();
    await details();
    await selfie({ record: (steps) => drawnRecording(steps, 1) });
    expect((await read()).assurance.faceMatch).toBe('match');
  });

  test('is accepted only before the first capture', async () => {
    const { send, consent, selfie } = await start(database);
    await consent();
    await selfie({ frame: picture({ grey: () => 128 }) });
    expect(await send(await faceJpeg())).toMatchObject({
      status: 409,
      body: { code: 'case_state_conflict' },
    });
  });

  test('requires exactly one person', async () => {
    const { send } = await start(database);
    for (const [file, status, code] of [
      [picture(), 422, 'validation_failed'],
      [picture({ width: 199, height: 300 }), 422, 'image_too_small'],
      [Buffer.from('no picture'), 422, 'image_unreadable'],
    ] as const) {
      expect(await send(file)).toMatchObject({ status, body: { code, errors: [{ pointer: '#/image' }] } });
    }
    expect(await send(await faceJpeg(), 'photo')).toMatchObject({
      status: 422,
      body: { code: 'validation_failed' },
    });
  });

  test('is refused from a page', async () => {
    const { call } = services(database);
    const { body } = await call('POST', '/cases', {
      json: { ...newCase, session: { allowedOrigins: ['https://shop.example'] } },
    });
    const { send } = await start(database);
    expect(await send(await faceJpeg(), 'image', body.session.sessionKey)).toMatchObject({
      status: 403,
      body: { code: 'session_scope_exceeded' },
    });
  });
});
