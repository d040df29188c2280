import { describe, expect, test } from 'vitest';
import { databases, sharedServices } from '../../support/service.ts';
import { verify } from '../../support/verification.ts';

const services = sharedServices();
const listed = { fullName: 'Zoran Quillfeather', dateOfBirth: '1961-04-17' };

describe.each(databases)('a hit on %s', (database) => {
  const screen = async (json: object) =>
    (await services(database).call('POST', '/aml/screen', { json })).body;
  const resolve = (id: string, json: object, hitId = 'idvtest-4') =>
    services(database).call('POST', `/aml/screen/${id}/hits/${hitId}/resolution`, {
      json: { reasonCode: 'other', note: 'Looked at.', ...json },
    });
  const read = async (id: string) => (await services(database).call('GET', `/aml/screen/${id}`)).body;

  test('that is a false alert is remembered for this person only', async () => {
    const first = await screen({ person: listed });
    expect(first).toMatchObject({ status: 'possible_match', hits: [{ id: 'idvtest-4', resolution: null }] });
    expect(first.hits[0]).not.toHaveProperty('contentHash');
    const note = 'Another man: the passport says Quillfeather, Zoran, of Novi Sad.';
    const answer = await resolve(first.id, { resolution: 'false_positive', note });
    expect(answer).toMatchObject({
      status: 200,
      body: { id: 'idvtest-4', resolution: 'false_positive', reasonCode: 'other', note },
    });
    expect(await read(first.id)).toMatchObject({ status: 'clear', hits: [answer.body] });

    const again = await screen({ person: { ...listed, fullName: ' zoran  QUILLFEATHER' } });
    expect(again).toMatchObject({ status: 'clear', hits: [{ resolution: 'false_positive', note }] });
    const other = await screen({ person: { ...listed, dateOfBirth: '1961' } });
    expect(other).toMatchObject({ status: 'possible_match', hits: [{ resolution: null, note: null }] });
  });

  test('that is a true match confirms the match', async () => {
    const { id } = await screen({ person: { ...listed, nationalities: ['RS'] } });
    await resolve(id, { resolution: 'true_match' });
    expect(await read(id)).toMatchObject({ status: 'confirmed_match', hits: [{ note: 'Looked at.' }] });
    expect(await screen({ person: { ...listed, nationalities: ['RS'] } })).toMatchObject({
      status: 'confirmed_match',
    });
  });

  test('stores no personal data in the clear', async () => {
    const person = { fullName: 'Honoria Ballotbury', dateOfBirth: '1969-06-30' };
    const { id } = await screen({ person });
    await resolve(id, { resolution: 'false_positive', note: 'Honoria is a cook.' }, 'idvtest-7');
    const { db } = services(database).deps;
    const rows = await db.selectFrom('hit_resolutions').selectAll().execute();
    const stored = await db.selectFrom('aml_screenings').selectAll().where('id', '=', id).execute();
    const text = JSON.stringify([...rows, ...stored], (_, value) =>
      value?.type === 'Buffer' || value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(text).not.toMatch(/Honoria|Ballotbury|1969|idvtest-7/i);
  });

  test('that does not exist, or is in the other mode, gives 404', async () => {
    const { id } = await screen({ person: listed });
    expect(await resolve(id, { resolution: 'true_match' }, 'idvtest-99')).toMatchObject({ status: 404 });
    const foreign = await services(database).call('POST', `/aml/screen/${id}/hits/idvtest-4/resolution`, {
      key: services(database).keys.live,
      json: { resolution: 'true_match', reasonCode: 'other', note: 'Looked at.' },
    });
    expect(foreign).toMatchObject({ status: 404, body: { code: 'resource_not_found' } });
    expect(await resolve(id, { resolution: 'maybe' })).toMatchObject({ status: 422 });
    const bare = { resolution: 'true_match', reasonCode: undefined, note: undefined };
    const { status, body } = await resolve(id, bare);
    expect([status, ...body.errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([
      422,
      '#/reasonCode',
      '#/note',
    ]);
  });
});

describe.each(databases)('the hit of a case on %s', (database) => {
  const details = { givenName: 'Tarik', familyName: 'al-Imaginari', dateOfBirth: '1974-03-02' };
  const through = async () => {
    const verification = await verify(services(database));
    await verification.consent();
    await verification.details(details);
    await verification.selfie();
    return verification;
  };

  test('never changes the case status, and does not reappear', async () => {
    const first = await through();
    const before = await first.read();
    expect(before).toMatchObject({ status: 'in_review', checks: { aml: { status: 'possible_match' } } });
    const path = `/aml/screen/${before.checks.aml.id}/hits/idvtest-5/resolution`;
    const json = { resolution: 'false_positive', reasonCode: 'different_name', note: 'Not him.' };
    expect(await services(database).call('POST', path, { json })).toMatchObject({ status: 200 });
    expect(await first.read()).toMatchObject({
      status: 'in_review',
      version: before.version + 1,
      decision: before.decision,
      checks: { aml: { status: 'clear', id: before.checks.aml.id } },
      assurance: { aml: 'clear' },
    });
    expect((await first.events()).at(-1)).toBe('aml_screening.updated');

    const second = await through();
    expect(await second.read()).toMatchObject({ status: 'approved', checks: { aml: { status: 'clear' } } });
  });

  test('is screened again when the details change', async () => {
    const verification = await verify(services(database));
    await verification.details(details);
    const before = await verification.read();
    await verification.details({ ...details, familyName: 'Imaginescu', givenName: 'Ileana' });
    const after = await verification.read();
    expect(after.checks.aml).toMatchObject({ status: 'clear' });
    expect(after.checks.aml.id).not.toBe(before.checks.aml.id);
  });
});
