import { describe, expect, test } from 'vitest';
import { ruleOut } from '../../support/ruleOut.ts';
import { type DatabaseKind, databases, sharedServices } from '../../support/service.ts';

const services = sharedServices();
const listed = { fullName: 'Zoran Quillfeather', dateOfBirth: '1961-04-17' };

function reviewing(database: DatabaseKind) {
  const { call } = services(database);
  return {
    screen: async (json: object) => (await call('POST', '/aml/screen', { json })).body,
    resolve: (id: string, json: object, key?: string) =>
      call('POST', `/aml/screen/${id}/hits/idvtest-4/resolution`, {
        ...(key && { key }),
        json: { reasonCode: 'other', note: 'Looked at.', ...json },
      }),
    read: async (id: string) => (await call('GET', `/aml/screen/${id}`)).body,
  };
}

describe.each(databases)('a hit on %s', (database) => {
  test('that is a true match is reverted by two people, and every decision stays on record', async () => {
    const { screen, resolve, read } = reviewing(database);
    const { id } = await screen({ person: { ...listed, nationalities: ['HR'] } });
    await resolve(id, { resolution: 'true_match', reviewer: 'Ada' });
    const back = { resolution: 'false_positive', reasonCode: 'different_country' };
    const proposed = await resolve(id, { ...back, reviewer: 'Ada' });
    expect(proposed).toMatchObject({
      status: 202,
      body: { resolution: 'true_match', proposal: { resolution: 'false_positive', reviewer: 'Ada' } },
    });
    expect(await read(id)).toMatchObject({ status: 'confirmed_match' });
    // A name is not a second person: it takes another credential.
    for (const reviewer of [undefined, 'Ada', 'Grace'])
      expect(await resolve(id, { ...back, reviewer })).toMatchObject({
        status: 403,
        body: { code: 'same_reviewer' },
      });
    const { body: other } = await services(database).call('POST', '/keys', { json: { name: 'Grace' } });
    const confirmed = await resolve(id, { ...back, reviewer: 'Grace' }, other.key);
    expect(confirmed).toMatchObject({ status: 200, body: { resolution: 'false_positive', proposal: null } });
    expect(await read(id)).toMatchObject({ status: 'clear' });
    const { body } = await services(database).call('GET', `/aml/screen/${id}/report`);
    expect(
      body.decisions.map(({ kind, reviewer, decision }: Record<string, string>) => [
        kind,
        reviewer,
        decision,
      ]),
    ).toEqual([
      ['resolution', 'Ada', 'true_match'],
      ['proposal', 'Ada', 'false_positive'],
      ['confirmation', 'Grace', 'false_positive'],
    ]);
    const { db } = services(database).deps;
    const lines = await db.selectFrom('audit_log').select('action').where('case_id', '=', id).execute();
    expect(lines.map(({ action }) => action)).toEqual([
      'screen',
      'resolve hit true_match',
      'propose hit false_positive',
      'confirm hit false_positive',
      'read screening report',
    ]);
  });
});

describe.each(databases)('exceptions on %s', (database) => {
  test('are listed with reason and expiry, soonest expiry first, page by page', async () => {
    const { screen } = reviewing(database);
    const { call } = services(database);
    for (const [nationality, until] of [
      ['LV', '2099-05-01T00:00:00.000Z'],
      ['LT', '2099-04-01T00:00:00.000Z'],
    ]) {
      const { id } = await screen({
        person: { ...listed, nationalities: [nationality] },
        clientReferenceId: `${nationality} on ${database}`,
      });
      const note = `Known to us, ${nationality}.`;
      const change = { reasonCode: 'other', note, until };
      expect(await ruleOut(services(database), id, 'idvtest-4', change)).toMatchObject({ status: 200 });
    }
    const first = await call('GET', '/aml/exceptions?limit=1');
    expect(first).toMatchObject({
      status: 200,
      body: {
        hasMore: true,
        data: [
          {
            entityIds: ['idvtest-4'],
            name: 'Zoran Quillfeather',
            note: 'Known to us, LT.',
            reasonCode: 'other',
            until: '2099-04-01T00:00:00.000Z',
          },
        ],
      },
    });
    const second = await call('GET', `/aml/exceptions?cursor=${first.body.nextCursor}`);
    expect(second.body).toMatchObject({ hasMore: false, data: [{ note: 'Known to us, LV.' }] });
    for (const id of ['999999999999999999999999 a', 'x'])
      expect(
        await call('GET', `/aml/exceptions?cursor=${Buffer.from(id).toString('base64url')}`),
      ).toMatchObject({ status: 400, body: { code: 'cursor_invalid' } });
  });
});

describe.each(databases)('a screening on %s', (database) => {
  test('is found by the entity and by the customer’s reference, with the criteria of the screening', async () => {
    const { screen } = reviewing(database);
    const clientReferenceId = `customer ${database}`;
    const subject = { person: { ...listed, nationalities: ['SI'] }, minScore: 0.8, clientReferenceId };
    const made = await screen(subject);
    expect(made).toMatchObject({
      clientReferenceId,
      criteria: {
        threshold: 0.7,
        minScore: 0.8,
        lists: null,
        requestedBy: expect.stringMatching(/^key_/),
      },
    });
    const list = async (query: string) =>
      (await services(database).call('GET', `/aml/screen?${query}`)).body.data.map(
        ({ id }: { id: string }) => id,
      );
    expect(await list(`clientReferenceId=${encodeURIComponent(clientReferenceId)}`)).toEqual([made.id]);
    expect(await list('clientReferenceId=nobody')).toEqual([]);
    expect(await list('entityId=idvtest-4')).toContain(made.id);
    expect(await list('entityId=idvtest-5')).not.toContain(made.id);
    expect(
      await services(database).call('POST', '/aml/screen', { json: { caseId: 'x', clientReferenceId } }),
    ).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '#/clientReferenceId', code: 'reference_of_case' }] },
    });
  });
});
