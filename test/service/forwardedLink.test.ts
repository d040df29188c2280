import { describe, expect, test } from 'vitest';
import { purposes } from '../../src/service/crypto/purposes.ts';
import { databases, sharedServices, type TestService } from '../support/service.ts';
import { newCase, person } from '../support/verification.ts';

const services = sharedServices();

/** A browser that opens links and keeps its cookie. */
function browserOn({ call }: TestService) {
  let cookie = '';
  return async (json: object) => {
    const headers = cookie ? { Cookie: cookie } : {};
    const reply = await call('POST', '/links/redeem', { key: null, json, headers });
    cookie = reply.headers.get('Set-Cookie')?.split(';')[0] ?? cookie;
    return reply;
  };
}

const secretOf = ({ url }: { url: string }) => new URL(url).hash.slice(1);

/** A case whose person has sent all in by the link, and is asked for a correction. */
async function askedAgain(service: TestService, reasons: string[]) {
  const { call } = service;
  const { body } = await call('POST', '/cases', { json: { ...newCase, link: true } });
  const [id, secret] = [body.id as string, secretOf(body.link)];
  const own = browserOn(service);
  const key: string = (await own({ secret })).body.session.sessionKey;
  const consent = { biometric: true, textVersion: '1', locale: 'en' };
  await call('POST', `/cases/${id}/consent`, { key, json: consent });
  const details = { ...person, familyName: 'IDVTEST_AML_POSSIBLE' };
  await call('POST', `/cases/${id}/personal-details`, { key, json: details });
  await service.tick();
  const waiting = { status: 'in_review', due_at: service.deps.clock() } as const;
  await service.deps.db.updateTable('cases').set(waiting).where('id', '=', id).execute();
  const { version } = (await call('GET', `/cases/${id}`)).body;
  const json = { outcome: 'requires_input', reasons, expectedVersion: version };
  expect((await call('POST', `/cases/${id}/decision`, { json })).status).toBe(200);
  return { id, secret, own };
}

describe.each(databases)('a forwarded link on %s', (database) => {
  test('asks for the date of birth also while a reviewer asks for a correction', async () => {
    const service = services(database);
    const { secret, own } = await askedAgain(service, ['details_address']);
    const stranger = browserOn(service);
    expect((await stranger({ secret })).body.code).toBe('birth_date_required');
    expect((await stranger({ secret, dateOfBirth: '1970-01-01' })).body.code).toBe('birth_date_required');
    expect((await own({ secret })).status).toBe(200);
    expect((await browserOn(service)({ secret, dateOfBirth: person.dateOfBirth })).status).toBe(200);
  });

  test('ends if the date itself is to be corrected: only a new link opens the case', async () => {
    const service = services(database);
    const { id, secret, own } = await askedAgain(service, ['details_name', 'details_date_of_birth']);
    for (const proof of [{}, { dateOfBirth: person.dateOfBirth }])
      expect((await browserOn(service)({ secret, ...proof })).body.code).toBe('link_ended');
    // The person's own browser goes on.
    expect((await own({ caseId: id })).status).toBe(200);
    const { body: next } = await service.call('POST', `/cases/${id}/link`);
    expect((await browserOn(service)({ secret: secretOf(next) })).status).toBe(200);
  });

  test('shows what a credential proves only to the browser that shared it', async () => {
    const service = services(database);
    const { call, deps } = service;
    const { body } = await call('POST', '/cases', { json: { ...newCase, link: true } });
    const [id, secret] = [body.id as string, secretOf(body.link)];
    const own = browserOn(service);
    const sharing: string = (await own({ secret })).body.session.sessionKey;
    const { browser } = await deps.db
      .selectFrom('session_keys')
      .select('browser')
      .where('case_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(browser).toMatch(/^[0-9a-f]{64}$/);
    const row = await deps.db.selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const proven = deps.vault.seal(row, purposes.proven, JSON.stringify({ familyName: 'Ada' }));
    await deps.db.updateTable('cases').set({ proven, proven_for: browser }).where('id', '=', id).execute();

    const shown = async (key: string) => (await call('GET', `/cases/${id}`, { key })).body.credential.proven;
    expect(await shown(sharing)).toEqual({ familyName: 'Ada' });
    // It returns with a new key.
    expect(await shown((await own({ caseId: id })).body.session.sessionKey)).toEqual({ familyName: 'Ada' });
    const stranger = await browserOn(service)({ secret });
    expect(await shown(stranger.body.session.sessionKey)).toBe(null);
    const json = { allowedOrigins: ['https://shop.example'] };
    const site = await call('POST', `/cases/${id}/session-keys`, { json });
    expect(await shown(site.body.sessionKey)).toBe(null);
  });
});
