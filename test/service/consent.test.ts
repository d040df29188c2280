import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { databases, sharedServices, startTestService, type TestService } from '../support/service.ts';
import { person } from '../support/verification.ts';

const TEXT = 'Shop asks for this check.\nYes, measure my face';
const textHash = createHash('sha256').update(TEXT).digest('hex');
const agreement = { biometric: true, textVersion: '2026-11-22', locale: 'en' };

const serviceOn = sharedServices();

/** The calls of the tests to a service. */
function callsOn(database: (typeof databases)[number]) {
  const call: TestService['call'] = (...request) => serviceOn(database).call(...request);
  const newCase = async (policy = {}) => {
    const json = { type: 'kyc_individual', returnUrl: 'https://shop.example/return', policy };
    return (await call('POST', '/cases', { json })).body;
  };
  const consent = (id: string, json: object) => call('POST', `/cases/${id}/consent`, { json });
  return { call, newCase, consent };
}

describe.each(databases)('the words of a consent on %s', (database) => {
  const { call, newCase, consent } = callsOn(database);

  test('the displayed text is recorded', async () => {
    const { id } = await newCase();
    expect((await consent(id, { ...agreement, textHash })).body).toMatchObject({
      code: 'consent_text_unknown',
    });
    const wrong = await consent(id, { ...agreement, textHash, text: `${TEXT}.` });
    expect([wrong.status, wrong.body.errors]).toMatchObject([422, [{ code: 'hash_mismatch' }]]);
    expect((await consent(id, { ...agreement, textHash, text: TEXT })).body).toMatchObject({
      face: true,
      textHash,
    });
    expect((await consent(id, { ...agreement, textHash })).status).toBe(200);
    const shown = await call('GET', `/cases/${id}/consent`);
    expect(shown.body).toMatchObject({ biometric: true, face: true, textHash, text: TEXT, locale: 'en' });
  });

  test('another case cannot find out whether a text exists', async () => {
    const [{ id }, other] = [await newCase(), await newCase()];
    await consent(id, { ...agreement, text: TEXT });
    const probed = await consent(other.id, { ...agreement, textHash });
    expect([probed.status, probed.body.code]).toEqual([409, 'consent_text_unknown']);
  });

  test('text and version are sealed, one for each case, and erased with it', async () => {
    const { db } = serviceOn(database).deps;
    const { id } = await newCase();
    for (const name of ['One', 'Two', 'Ada CANARYNAME']) {
      const json = { ...agreement, textVersion: `of ${name}`, text: `I, ${name}, agree` };
      expect((await consent(id, json)).status).toBe(200);
    }
    const stored = () => db.selectFrom('consent_texts').selectAll().where('case_id', '=', id).execute();
    expect(await stored()).toHaveLength(1);
    const row = await db.selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirst();
    for (const text of [JSON.stringify(row), Buffer.from((await stored())[0]!.sealed).toString('latin1')])
      expect(text).not.toContain('CANARYNAME');
    expect((await call('GET', `/cases/${id}`)).body.consent.textVersion).toBe('of Ada CANARYNAME');
    await call('DELETE', `/cases/${id}`);
    expect(await stored()).toEqual([]);
  });

  test('a consent without a text is marked as such, and a missing consent is not found', async () => {
    const { id } = await newCase();
    expect((await call('GET', `/cases/${id}/consent`)).status).toBe(404);
    await consent(id, agreement);
    expect((await call('GET', `/cases/${id}/consent`)).body).toMatchObject({
      textHash: null,
      text: null,
    });
  });
});

describe.each(databases)('a face that is refused on %s', (database) => {
  const { call, newCase, consent } = callsOn(database);

  test('refusing the face check ends the case, and the back end gets the reason', async () => {
    const { id } = await newCase();
    await consent(id, { ...agreement, face: false });
    const { body } = await call('GET', `/cases/${id}`);
    expect(body).toMatchObject({
      status: 'canceled',
      faceRefused: true,
      consent: { biometric: true, face: false },
    });
    const events = (await call('GET', '/events')).body.data;
    expect(events[0]).toMatchObject({
      type: 'case.canceled',
      data: { caseId: id, reasons: ['face_refused'] },
    });
  });

  test('refusing everything does not count as refusing the face check', async () => {
    const { id } = await newCase();
    await consent(id, { ...agreement, biometric: false });
    const { body } = await call('GET', `/cases/${id}`);
    expect(body).toMatchObject({
      status: 'canceled',
      faceRefused: false,
      consent: { biometric: false, face: false },
    });
  });

  test('with `withoutFace: review` a human reviews details and screening, without a selfie', async () => {
    const { id } = await newCase({ withoutFace: 'review' });
    await consent(id, { ...agreement, face: false });
    const due = (await call('GET', `/cases/${id}`)).body.requirements.currentlyDue;
    expect(due).toEqual(['personal_details']);
    const check = await call('POST', '/biometrics/selfie-check', { json: { caseId: id } });
    expect(check.body).toMatchObject({ code: 'consent_required' });
    await call('POST', `/cases/${id}/personal-details`, { json: person });
    // Screening ends first: its result is a change of the case too.
    await serviceOn(database).tick();
    const { body } = await call('GET', `/cases/${id}`);
    expect(body).toMatchObject({ status: 'in_review', decision: { reasons: ['face_refused'] } });
    const again = { outcome: 'requires_input', expectedVersion: body.version };
    await call('POST', `/cases/${id}/decision`, { json: again });
    const reopened = (await call('GET', `/cases/${id}`)).body.requirements.currentlyDue;
    expect(reopened).toEqual(['consent', 'selfie']);
    await consent(id, agreement);
    expect((await call('GET', `/cases/${id}`)).body.requirements.currentlyDue).toEqual(['selfie']);
  });
});

describe.each(databases)('a contact on %s', (database) => {
  test('is required in live mode, before a case and for good', async () => {
    const { call, keys } = await startTestService({ database });
    const json = { type: 'kyc_individual', returnUrl: 'https://shop.example/back' };
    const live = { key: keys.live };
    const refused = await call('POST', '/cases', { json, ...live });
    expect(refused).toMatchObject({ status: 422, body: { code: 'contact_required' } });
    expect(refused.body.detail).toContain('PUT /branding');
    const nameless = await call('PUT', '/branding', { json: { name: 'Shop' }, ...live });
    expect(nameless).toMatchObject({ status: 422, body: { code: 'contact_required' } });
    for (const contact of [{ helpUrl: 'https://shop.example/help' }, { supportEmail: 'help@shop.example' }]) {
      expect((await call('PUT', '/branding', { json: contact, ...live })).status).toBe(200);
      expect((await call('POST', '/cases', { json, ...live })).status).toBe(201);
    }
    expect((await call('PUT', '/branding', { json: {}, ...live })).status).toBe(422);
    expect((await call('POST', '/cases', { json })).status).toBe(201);
  });
});

describe.each(databases)('branding on %s', (database) => {
  const { call, newCase } = callsOn(database);

  test('the name of the site is set, validated and sent to pages', async () => {
    const empty = (await call('GET', '/branding')).body;
    expect(empty).toMatchObject({ name: null, privacyUrl: null, logo: null, colors: {}, frameAncestors: [] });
    const set = {
      name: 'Shop',
      supportEmail: 'help@shop.example',
      privacyUrl: 'https://shop.example/privacy',
    };
    expect((await call('PUT', '/branding', { json: set })).body).toEqual({
      corrections: [],
      ...empty,
      ...set,
    });
    expect((await call('GET', '/branding')).body).toEqual({ ...empty, ...set });
    for (const wrong of [
      { privacyUrl: 'javascript:alert(1)' },
      { privacyUrl: 'http://shop.example' },
      { supportEmail: 'nobody' },
      { name: '' },
      { name: ' ' },
      { name: '\u200b\u3164' },
      { name: 'Shop\u2028Bcc: all' },
      { name: 'Shop\r\nBcc: all' },
      { name: 'Shop \u202emoc.elpmaxe' },
      { logo: 'https://shop.example/logo.png' },
      { nick: 'x' },
    ]) {
      expect([wrong, (await call('PUT', '/branding', { json: wrong })).status]).toEqual([wrong, 422]);
    }
    const { id } = await newCase();
    const keys = { json: { allowedOrigins: ['https://shop.example'] } };
    const { sessionKey } = (await call('POST', `/cases/${id}/session-keys`, keys)).body;
    const page = await call('GET', `/cases/${id}`, { key: sessionKey });
    expect(page.body).toMatchObject({
      withoutFace: 'cancel',
      retention: { biometricsDays: 30, detailsDays: 90, evidenceYears: 5 },
      operator: null,
      branding: set,
    });
    await call('PUT', '/branding', { json: {} });
    expect((await call('GET', '/branding')).body).toEqual(empty);
  });
});
