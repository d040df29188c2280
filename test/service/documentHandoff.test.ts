import { expect, test } from 'vitest';
import { mirela, passport } from '../document/support/zoneStrings.ts';
import { documentForm, documentJpeg } from '../support/documentPictures.ts';
import { newPhone, secretOf } from '../support/phone.ts';
import { databases, sharedServices } from '../support/service.ts';
import { person, verify } from '../support/verification.ts';

const services = sharedServices({ engine: true });

test('one phone reaches the document, then waits for the details, then reaches the selfie', async () => {
  const service = services(databases.at(-1)!);
  const { call } = service;
  const { id, consent } = await verify(service, { policy: { document: 'require' } });
  await consent();
  const { body: computer } = await call('POST', `/cases/${id}/session-keys`, {
    json: { allowedOrigins: [service.url] },
  });
  const ask = (method: string, path = '', json?: object) =>
    call(method, `/cases/${id}/handoff${path}`, { key: computer.sessionKey, ...(json && { json }) });
  const { body: started } = await ask('POST');
  expect(started).toMatchObject({ step: 'document', isDue: true, status: 'waiting' });
  const phone = await newPhone(service);
  const { body: joined } = await phone.join({ secret: secretOf(started) });
  const key = joined.session.sessionKey as string;
  const ofPhone = async () => (await call('GET', `/cases/${id}`, { key })).body;
  const begin = () =>
    call('POST', '/biometrics/document-check', { key, json: { caseId: id, type: 'passport' } });
  expect((await begin()).body.code).toBe('handoff_unconfirmed');
  await ask('POST', '/confirm', { digits: joined.digits });
  expect(await ofPhone()).toMatchObject({
    status: 'requires_input',
    isPhone: true,
    requirements: { currentlyDue: ['document'] },
    document: { isOpen: true, id: null },
    prefill: null,
  });

  const { body: check } = await begin();
  const lines = passport(mirela);
  const places = [0, 0.004, -0.004];
  const front = await Promise.all(places.map((x, n) => documentJpeg({ lines, seed: 900 + 500 * n, x }, 0)));
  const path = `/biometrics/document-check/${check.id}`;
  const sent = await call('POST', `${path}/capture`, { key, body: documentForm(check.nonce, { front }) });
  expect(sent.status).toBe(202);
  expect((await ask('GET')).body).toMatchObject({ step: 'document', isDue: false, status: 'confirmed' });
  await service.tick();
  // The computer goes on to the details, which it fills in; the phone has neither, and waits.
  expect((await ask('GET')).body).toMatchObject({ step: 'selfie', isDue: false, status: 'confirmed' });
  expect((await call('GET', path, { key })).body).toMatchObject({ status: 'completed', read: null });
  const seen = (await call('GET', `/cases/${id}`, { key: computer.sessionKey })).body;
  expect(seen).toMatchObject({ isPhone: false, document: { id: check.id, isOpen: false } });
  expect((await call('GET', path, { key: computer.sessionKey })).body.read).toMatchObject({
    familyName: 'Dragavei',
  });
  expect(await ofPhone()).toMatchObject({ status: 'submitted', requirements: { currentlyDue: [] } });
  const selfie = () => call('POST', '/biometrics/selfie-check', { key, json: { caseId: id } });

  const details = { ...person, familyName: 'Dragavei', givenName: 'Mirela', dateOfBirth: '1990-05-17' };
  await call('POST', `/cases/${id}/personal-details`, { key: computer.sessionKey, json: details });
  expect((await ask('GET')).body).toMatchObject({ step: 'selfie', isDue: true, status: 'confirmed' });
  expect(await ofPhone()).toMatchObject({ requirements: { currentlyDue: ['selfie'] } });
  expect((await selfie()).status).toBe(201);
});

test('a document that is shown on the computer ends the hand-off', async () => {
  const service = services(databases.at(-1)!);
  const { call } = service;
  const { id, consent } = await verify(service, { policy: { document: 'offer' } });
  await consent();
  const { body } = await call('POST', `/cases/${id}/session-keys`, {
    json: { allowedOrigins: [service.url] },
  });
  const key = body.sessionKey as string;
  await call('POST', `/cases/${id}/handoff`, { key });
  await call('POST', '/biometrics/document-check', { key, json: { caseId: id, type: 'passport' } });
  expect((await call('GET', `/cases/${id}/handoff`, { key })).body).toMatchObject({
    status: 'ended',
    reason: 'computer',
  });
});
