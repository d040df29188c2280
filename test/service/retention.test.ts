import { describe, expect, test } from 'vitest';
import { Case } from '../../src/contract/case.ts';
import { ruleOut } from '../support/ruleOut.ts';
import { databases, sharedServices, startTestService, type TestService } from '../support/service.ts';
import { newCase, verify } from '../support/verification.ts';

const DAY_MS = 86_400_000;
const services = sharedServices();

const pictures = ({ deps }: TestService, caseId: string) =>
  deps.db.selectFrom('selfie_frames').select('position').where('case_id', '=', caseId).execute();

describe.each(databases)('after the decision on %s', (database) => {
  test('deletes pictures after 30 days, details after 90, evidence after five years', async () => {
    const service = services(database);
    const later = async (days: number) => {
      service.advance(days * DAY_MS);
      await service.tick();
    };
    const { id, read, consent, details, selfie, events } = await verify(service, {
      metadata: { plan: 'gold' },
    });
    await consent();
    await details();
    await selfie();
    await later(29);
    expect((await pictures(service, id)).length).toBeGreaterThan(0);
    await later(1);
    expect(await pictures(service, id)).toEqual([]);
    expect((await service.call('GET', `/cases/${id}/personal-details`)).status).toBe(200);
    await later(60);
    const evidence = await read();
    expect(Case.parse(evidence)).toMatchObject({
      status: 'approved',
      metadata: { plan: 'gold' },
      redaction: { status: 'details_redacted' },
    });
    expect((await service.call('GET', `/cases/${id}/personal-details`)).body.code).toBe('case_redacted');
    const rows = service.deps.db.selectFrom('personal_details').select('revision').where('case_id', '=', id);
    expect(await rows.execute()).toEqual([]);
    const report = () => service.call('GET', `/aml/screen/${evidence.checks.aml.id}/report`);
    expect((await report()).body.subject).toMatchObject({ kind: 'person', name: expect.any(String) });
    await later(5 * 366 - 90);
    const redacted = await read();
    expect((await report()).body.subject).toBeNull();
    expect(Case.parse(redacted)).toMatchObject({
      status: 'approved',
      returnUrl: null,
      metadata: null,
      consent: null,
      redaction: { status: 'redacted' },
    });
    expect((await service.call('GET', `/cases/${id}/personal-details`)).body.code).toBe('case_redacted');
    expect(await details()).toMatchObject({ status: 410, body: { code: 'case_redacted' } });
    expect((await service.call('GET', `/aml/screen/${redacted.checks.aml.id}`)).body.hits).toEqual([]);
    expect((await events()).at(-1)).toBe('case.redacted');
  });

  test('keeps everything of a case that waits for a human or for input', async () => {
    const service = services(database);
    const { id, read, consent, details, selfie } = await verify(service);
    await consent();
    await details({ familyName: 'IDVTEST_AML_POSSIBLE' });
    await selfie();
    service.advance(200 * DAY_MS);
    await service.tick();
    expect(await read()).toMatchObject({ status: 'in_review', redaction: null });
    expect((await pictures(service, id)).length).toBeGreaterThan(0);
  });
});

describe.each(databases)('a stored idempotent response on %s', (database) => {
  test('is deleted with its case, so the same request creates a new case', async () => {
    const retention = { biometricsDays: 0, detailsDays: 0, evidenceYears: 0 };
    const service = await startTestService({ database, config: { retention } });
    const create = () =>
      service.call('POST', '/cases', {
        json: { ...newCase, metadata: { plan: 'gold' } },
        headers: { 'Idempotency-Key': 'application-7' },
      });
    const { id } = (await create()).body;
    expect((await create()).body.id).toBe(id);
    await service.call('POST', `/cases/${id}/cancel`);
    service.advance(10_000);
    await service.tick();
    expect((await service.call('GET', `/cases/${id}`)).body.redaction.status).toBe('redacted');
    const again = await create();
    expect([again.status, again.headers.get('Idempotent-Replayed')]).toEqual([201, null]);
    expect(again.body.id).not.toBe(id);
  });
});

describe.each(databases)('without a decision on %s', (database) => {
  test('keeps no evidence: everything is deleted with the details', async () => {
    const service = services(database);
    const { id, read, details } = await verify(service);
    await details();
    await service.call('POST', `/cases/${id}/cancel`);
    service.advance(90 * DAY_MS);
    await service.tick();
    expect(await read()).toMatchObject({ status: 'canceled', redaction: { status: 'redacted' } });
  });
});

test('the embedded database frees the space of deleted rows', async () => {
  const service = await startTestService({
    config: { retention: { biometricsDays: 0, detailsDays: 0, evidenceYears: 0 } },
  });
  const bytes = async () => {
    const { size } = await service.deps.db
      .selectNoFrom(({ fn, val }) => fn('pg_relation_size', [val('selfie_frames')]).as('size'))
      .executeTakeFirstOrThrow();
    return Number(size);
  };
  const { id, consent, selfie } = await verify(service);
  await consent();
  await selfie();
  await service.call('POST', `/cases/${id}/cancel`);
  service.advance(10_000);
  await service.tick();
  expect(await pictures(service, id)).toEqual([]);
  expect(await bytes()).toBeGreaterThan(0);
  service.advance(3_600_000);
  await Promise.all([service.tick(), verify(service), verify(service)]);
  expect(await bytes()).toBe(0);
});

describe.each(databases)('the resolution of a hit on %s', (database) => {
  const listed = { givenName: 'Tarik', familyName: 'al-Imaginari', dateOfBirth: '1974-03-02' };
  const resolve = async (service: TestService, screeningId: string, hitId: string) => {
    await ruleOut(service, screeningId, hitId, { reasonCode: 'other', note: 'Not him: a cook.' });
  };
  const remembered = ({ deps }: TestService) => deps.db.selectFrom('hit_resolutions').selectAll().execute();
  const screened = async (service: TestService) => {
    const { id, read, details } = await verify(service, { clientReferenceId: 'customer 5' });
    await details(listed);
    return { id, screeningId: (await read()).checks.aml.id };
  };

  test('loses its reference to a deleted case, and applies to the next case of this customer', async () => {
    const service = await startTestService({ database });
    const { id, screeningId } = await screened(service);
    await resolve(service, screeningId, 'idvtest-5');
    expect(await remembered(service)).toMatchObject([{ case_id: id }]);
    await service.call('POST', `/cases/${id}/cancel`);
    service.advance(90 * DAY_MS);
    await service.tick();
    expect(await remembered(service)).toMatchObject([{ case_id: null, note: null }]);
    const next = await service.call('GET', `/aml/screen/${(await screened(service)).screeningId}`);
    expect(next.body).toMatchObject({
      status: 'clear',
      hits: [{ resolution: 'false_positive', note: null }],
    });
  });

  test('without a case follows the retention of evidence', async () => {
    const retention = { biometricsDays: 30, detailsDays: 90, evidenceYears: 1 };
    const service = await startTestService({ database, config: { retention, amlExceptionDays: 400 } });
    const ask = async () => {
      const json = {
        person: { fullName: 'Zoran Quillfeather', dateOfBirth: '1961-04-17' },
        clientReferenceId: 'customer 4',
      };
      return (await service.call('POST', '/aml/screen', { json })).body;
    };
    const { id, dataset } = await ask();
    await resolve(service, id, 'idvtest-4');
    service.advance(365 * DAY_MS - 1);
    await service.tick();
    const read = async () => (await service.call('GET', `/aml/screen/${id}`)).body;
    expect((await read()).hits).toMatchObject([{ note: 'Not him: a cook.' }]);
    service.advance(DAY_MS);
    await service.tick();
    expect(await read()).toMatchObject({ status: 'clear', dataset, hits: [] });
    const { sealed_input } = await service.deps.db
      .selectFrom('aml_screenings')
      .select('sealed_input')
      .executeTakeFirstOrThrow();
    expect(sealed_input).toHaveLength(0);
    expect(await remembered(service)).toMatchObject([{ note: null }]);
    expect(await ask()).toMatchObject({
      status: 'clear',
      hits: [{ resolution: 'false_positive', note: null }],
    });
  });
});

test('the stored response of a screening without a case is deleted with the screening', async () => {
  const retention = { biometricsDays: 0, detailsDays: 0, evidenceYears: 0 };
  const service = await startTestService({ database: databases.at(-1)!, config: { retention } });
  const json = { person: { fullName: 'Zoran Quillfeather', dateOfBirth: '1961-04-17' } };
  const headers = { 'Idempotency-Key': 'once' };
  const ask = () => service.call('POST', '/aml/screen', { json, headers });
  // The first sweep is over then, and the next one comes with the clock.
  await service.tick();
  const { body: first } = await ask();
  expect(first.hits).toHaveLength(1);
  expect((await ask()).body).toEqual(first);
  service.advance(10_000);
  await service.tick();
  expect((await ask()).headers.get('Idempotent-Replayed')).toBeNull();
});
