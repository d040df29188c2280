import { describe, expect, test } from 'vitest';
import { ruleOut } from '../../support/ruleOut.ts';
import { type DatabaseKind, databases, sharedServices } from '../../support/service.ts';
import { verify } from '../../support/verification.ts';

const services = sharedServices();
const listed = { fullName: 'Zoran Quillfeather', dateOfBirth: '1961-04-17' };

function reviewing(database: DatabaseKind) {
  const { call } = services(database);
  return {
    screen: async (json: object) => (await call('POST', '/aml/screen', { json })).body,
    resolve: (id: string, json: object, hitId = 'idvtest-4') =>
      call('POST', `/aml/screen/${id}/hits/${hitId}/resolution`, {
        json: { reasonCode: 'other', note: 'Looked at.', ...json },
      }),
    read: async (id: string) => (await call('GET', `/aml/screen/${id}`)).body,
  };
}

describe.each(databases)('a hit on %s', (database) => {
  test('that is a false alert is remembered for this customer alone', async () => {
    const { screen, read } = reviewing(database);
    const clientReferenceId = `customer 1 on ${database}`;
    const first = await screen({ person: listed, clientReferenceId });
    expect(first).toMatchObject({ status: 'possible_match', hits: [{ id: 'idvtest-4', resolution: null }] });
    expect(first.hits[0]).not.toHaveProperty('contentHash');
    const note = 'Another man: the passport says Quillfeather, Zoran, of Novi Sad.';
    const answer = await ruleOut(services(database), first.id, 'idvtest-4', { reasonCode: 'other', note });
    expect(answer).toMatchObject({
      status: 200,
      body: { id: 'idvtest-4', resolution: 'false_positive', reasonCode: 'other', note },
    });
    expect(await read(first.id)).toMatchObject({ status: 'clear', hits: [answer.body] });

    const again = await screen({
      person: { ...listed, fullName: ' zoran  QUILLFEATHER' },
      clientReferenceId,
    });
    expect(again).toMatchObject({ status: 'clear', hits: [{ resolution: 'false_positive', note }] });
    const other = await screen({ person: { ...listed, dateOfBirth: '1961' }, clientReferenceId });
    expect(other).toMatchObject({ status: 'possible_match', hits: [{ resolution: null, note: null }] });
  });

  test('that is a true match confirms the match', async () => {
    const { screen, resolve, read } = reviewing(database);
    const { id } = await screen({ person: { ...listed, nationalities: ['RS'] } });
    await resolve(id, { resolution: 'true_match' });
    expect(await read(id)).toMatchObject({ status: 'confirmed_match', hits: [{ note: 'Looked at.' }] });
    expect(await screen({ person: { ...listed, nationalities: ['RS'] } })).toMatchObject({
      status: 'possible_match',
      hits: [{ resolution: null, otherCustomers: [] }],
    });
  });

  test('stores no personal data in the clear', async () => {
    const { screen } = reviewing(database);
    const person = { fullName: 'Honoria Ballotbury', dateOfBirth: '1969-06-30' };
    const { id } = await screen({ person, clientReferenceId: 'Honoria 7' });
    await ruleOut(services(database), id, 'idvtest-7', { note: 'Honoria is a cook.' });
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
    const { screen, resolve } = reviewing(database);
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

describe.each(databases)('a hit of several customers on %s', (database) => {
  test('that was resolved for another customer with the same details stays open, and shows it', async () => {
    const { screen, resolve } = reviewing(database);
    const person = { ...listed, nationalities: ['BA'] };
    const ruledOut = await screen({ person, clientReferenceId: `ruled out on ${database}` });
    await ruleOut(services(database), ruledOut.id, 'idvtest-4', { note: 'A private note.' });
    const confirmed = await screen({ person, clientReferenceId: `confirmed on ${database}` });
    await resolve(confirmed.id, { resolution: 'true_match' });
    for (const clientReferenceId of [`a third on ${database}`, undefined]) {
      const third = await screen({ person, clientReferenceId });
      expect(third).toMatchObject({ status: 'possible_match', hits: [{ resolution: null, note: null }] });
      expect(
        third.hits[0].otherCustomers.map(({ resolution }: { resolution: string }) => resolution),
      ).toEqual(['true_match', 'false_positive']);
      expect(JSON.stringify(third)).not.toContain('A private note.');
    }
  });

  test('that is confirmed is deleted by no key', async () => {
    const { screen, resolve, read } = reviewing(database);
    const { call } = services(database);
    const { id } = await screen({ person: { ...listed, nationalities: ['MK'] } });
    await resolve(id, { resolution: 'true_match' });
    expect(await call('DELETE', `/aml/screen/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'confirmed_match_kept' },
    });
    expect(await read(id)).toMatchObject({ status: 'confirmed_match' });
  });
});

describe.each(databases)('the hit of a case on %s', (database) => {
  const details = { givenName: 'Tarik', familyName: 'al-Imaginari', dateOfBirth: '1974-03-02' };
  const through = async (clientReferenceId: string) => {
    const verification = await verify(services(database), { clientReferenceId });
    await verification.consent();
    await verification.details(details);
    await verification.selfie();
    return verification;
  };

  test('never changes the case status, and does not reappear', async () => {
    const first = await through(`customer 5 on ${database}`);
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

    const second = await through(`customer 5 on ${database}`);
    expect(await second.read()).toMatchObject({ status: 'approved', checks: { aml: { status: 'clear' } } });
    const another = await through(`customer 6 on ${database}`);
    expect(await another.read()).toMatchObject({
      status: 'in_review',
      checks: { aml: { status: 'possible_match' } },
    });
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
