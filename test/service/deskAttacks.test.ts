import { describe, expect, test } from 'vitest';
import { come, inReview, Visitor } from '../support/desk.ts';
import { databases, sharedServices, startTestService } from '../support/service.ts';

const services = sharedServices();

describe.each(databases)('a reviewer who sends forged forms on %s', (database) => {
  test('resolves no hit before the faces are judged', async () => {
    const service = services(database);
    const { id } = await inReview(service);
    const { visitor } = await come(service);
    await visitor.post(`/desk/cases/${id}/claim`, {});
    const form = { hit: 'hit_1', resolution: 'true_match', reasonCode: 'same_person' };
    expect((await visitor.post(`/desk/cases/${id}/hits`, form)).text).toContain('frames_unseen');
  });

  test('stores none of their free text in the clear', async () => {
    const service = services(database);
    const { id, read } = await inReview(service);
    const { visitor } = await come(service);
    await visitor.post(`/desk/cases/${id}/claim`, {});
    const words = 'Ann of 3 Mill Lane';
    expect((await visitor.post(`/desk/cases/${id}/skip`, { reason: words })).status).toBe(422);
    const decide = { outcome: 'declined', reason: words, expectedVersion: String((await read()).version) };
    expect((await visitor.post(`/desk/cases/${id}/decision`, decide)).status).toBe(422);
  });

  test('overturns no decision without a note', async () => {
    const service = services(database);
    const { id, read } = await inReview(service);
    const { db } = service.deps;
    const decline = { outcome: 'declined', expectedVersion: (await read()).version };
    expect((await service.call('POST', `/cases/${id}/decision`, { json: decline })).status).toBe(200);
    await db.deleteFrom('selfie_frames').where('case_id', '=', id).execute();
    const { visitor } = await come(service);
    const expectedVersion = String((await read()).version);
    const form = { outcome: 'approved', reason: 'same_person', expectedVersion };
    expect((await visitor.post(`/desk/cases/${id}/decision`, form)).text).toContain('case_state_conflict');
    expect((await visitor.post(`/desk/cases/${id}/overturn`, {})).status).toBe(303);
    expect((await visitor.post(`/desk/cases/${id}/decision`, form)).status).toBe(422);
  });

  test('gets a refusal, not an error, for values that cannot be stored or do not exist', async () => {
    const { visitor } = await come(services(database));
    const paths = ['/desk/audit?subject=%00', '/desk/audit?actor=%00', '/desk/stay?case=%00'];
    for (const path of paths) expect([path, (await visitor.get(path)).status]).toEqual([path, 422]);
    expect((await visitor.post('/desk/mode', { mode: 'both' })).status).toBe(422);
    const search = { name: 'Quill', reason: 'asked by phone\0' };
    expect((await visitor.post('/desk/search/name', search)).status).toBe(422);
  });

  test('cannot accept an invitation for a person who signs in with a provider', async () => {
    const service = services(database);
    const { visitor } = await come(service, 'administrator');
    const id = 'rev_00000000000000000000000001';
    const person = { id, name: 'Pat', role: 'reviewer', subject: '1', created_at: new Date() } as const;
    await service.deps.db
      .insertInto('reviewers')
      .values({ ...person, issuer: 'https://idp.example', disabled_at: null })
      .execute();
    expect((await visitor.post('/desk/team/invite', { id })).status).toBe(422);
  });
});

test.each(databases)(
  'a reviewer neither passes on nor returns a case that somebody else has, or that nobody has to judge on %s',
  async (database) => {
    const service = services(database);
    const { id, read } = await inReview(service);
    const [{ visitor: holder }, { visitor }] = [await come(service), await come(service)];
    await holder.post(`/desk/cases/${id}/claim`, {});
    expect((await visitor.post(`/desk/cases/${id}/skip`, {})).text).toContain('claim_lost');
    await visitor.post(`/desk/cases/${id}/release`, {});
    const actions = async () =>
      (
        await service.deps.db.selectFrom('audit_log').select('action').where('case_id', '=', id).execute()
      ).map(({ action }) => action);
    expect(await actions()).not.toContain('release');
    await holder.post(`/desk/cases/${id}/release`, {});
    expect(await actions()).toContain('release');
    await service.call('POST', `/cases/${id}/cancel`);
    expect((await read()).status).toBe('canceled');
    expect((await visitor.post(`/desk/cases/${id}/skip`, {})).text).toContain('case_state_conflict');
  },
);

test('guesses of invitations are limited per address', async () => {
  const service = await startTestService({ config: { rateLimitScale: 1 } });
  const guesser = new Visitor(service.url);
  const statuses: number[] = [];
  for (let guess = 0; guess < 22; guess++)
    statuses.push((await guesser.post('/desk/invite', { secret: `guess ${guess}` })).status);
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(404));
  expect(statuses.at(-1)).toBe(429);
});
