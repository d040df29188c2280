import { expect, test } from 'vitest';
import { documentLimits } from '../../src/contract/documentLimits.ts';
import { type Holder, mirela, passport } from '../document/support/zoneStrings.ts';
import { documentCase } from '../support/documentCase.ts';
import { documentForm, documentJpeg } from '../support/documentPictures.ts';
import { drawnRecording } from '../support/drawnRecording.ts';
import { databases, sharedServices } from '../support/service.ts';

const services = sharedServices({ engine: true });
const database = databases.at(-1)!;
let seeds = 15_000;

/** Stills of a passport that are read: one drawn picture in a few is not read by itself. */
async function stills(change: Holder): Promise<Buffer[]> {
  const lines = passport({ ...mirela, ...change });
  const seed = seeds++;
  return await Promise.all(
    [0, 0.004, -0.004].map((x, n) => documentJpeg({ lines, seed: seed + 500 * n, x }, 0)),
  );
}

async function openCase(policy: object = {}) {
  const service = services(database);
  const session = { allowedOrigins: [new URL(service.url).origin] };
  const made = await documentCase(service, { policy, session });
  const agree = async (face: boolean) => {
    const json = { biometric: true, face, textVersion: '1', locale: 'en' };
    expect((await service.call('POST', `/cases/${made.id}/consent`, { ...made.page, json })).status).toBe(
      200,
    );
  };
  return { ...made, agree };
}

test('a face check that is refused while the document is read, and accepted later, leaves the case to a person', async () => {
  const { agree, show, details, selfie, read } = await openCase({ withoutFace: 'review' });
  await agree(false);
  await show({ front: await stills({ number: 'RX7000001' }) });
  await agree(true);
  await details();
  await selfie({ record: drawnRecording });
  expect(await read()).toMatchObject({
    status: 'in_review',
    decision: { reasons: ['document_no_portrait'] },
    assurance: { reference: 'none', faceMatch: 'not_performed' },
  });
});

test('a face whose portrait was deleted meanwhile is compared with nothing, and a person looks', async () => {
  const { service, id, show, details, selfie, read } = await openCase();
  await show({ front: await stills({ number: 'RX7000002' }) });
  await details();
  expect(await read()).toMatchObject({ assurance: { reference: 'document' } });
  await service.deps.db.deleteFrom('reference_images').where('case_id', '=', id).execute();
  await selfie({ record: drawnRecording });
  for (let attempt = 1; attempt < 3; attempt++) {
    service.advance(60_000);
    await service.tick();
  }
  expect(await read()).toMatchObject({ status: 'in_review', decision: { reasons: ['pictures_lost'] } });
});

test('ten refused captures of a document end its captures, and clear no verdict on the face', async () => {
  const { service, begin, details, selfie, read } = await openCase();
  await selfie({ record: drawnRecording });
  const { body: check } = await begin();
  const capture = () =>
    service.call('POST', `/biometrics/document-check/${check.id}/capture`, {
      body: documentForm(check.nonce, { front: [Buffer.from('no picture')] }),
    });
  for (let sent = 0; sent < 10; sent++) expect((await capture()).status).toBe(422);
  expect(await read()).toMatchObject({
    status: 'requires_input',
    requirements: { currentlyDue: ['personal_details'] },
    checks: { selfie: { status: 'passed' }, document: { status: 'expired' } },
  });
  expect(await capture()).toMatchObject({ status: 409, body: { code: 'challenge_expired' } });
  expect((await begin()).body.code).toBe('attempts_exhausted');
  await details();
  expect(await read()).toMatchObject({
    status: 'in_review',
    decision: { reasons: ['document_unreadable'] },
    checks: { selfie: { status: 'passed' } },
  });
});

test('a document check that nobody answered expires', async () => {
  const { service, begin, check, read } = await openCase();
  const { body: begun } = await begin();
  service.advance(documentLimits.seconds * 1000);
  await service.tick();
  service.advance(61_000);
  await service.tick();
  expect(await check()).toMatchObject({ id: begun.id, status: 'expired' });
  expect(await read()).toMatchObject({
    status: 'requires_input',
    requirements: { currentlyDue: expect.arrayContaining(['document']) },
    checks: { document: { status: 'expired' } },
  });
});
