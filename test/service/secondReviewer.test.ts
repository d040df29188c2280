import { afterAll, describe, expect, test } from 'vitest';
import { createApiKey } from '../../src/service/keys/apiKeys.ts';
import { come, type Visitor } from '../support/desk.ts';
import { listDirectory, strangers, untilListsChange } from '../support/lists.ts';
import { type DatabaseKind, databases, sharedServices } from '../support/service.ts';
import { verify } from '../support/verification.ts';

const lists = listDirectory(strangers);
afterAll(lists.remove);
const services = sharedServices({ config: { amlLists: [lists.path] } });

let number = 0;
/** A person with one unresolved list hit. */
async function inReviewWithHit(database: DatabaseKind) {
  const service = services(database);
  const listed = (id: string) => ({ id, name: 'Ionela Petrescu', born: dateOfBirth, country: 'ro' });
  const dateOfBirth = new Date(Date.UTC(1961, 0, ++number)).toISOString().slice(0, 10);
  const change = async (...ids: string[]) => {
    lists.write([...strangers, ...ids.map(listed), { id: `NK-run-${++number}`, name: `Nobody ${number}` }]);
    await untilListsChange(service);
  };
  await service.deps.lists.loaded(60_000);
  await change(`NK-a-${number}`);
  const verification = await verify(service, { policy: { fourEyes: 'hits' } });
  await verification.consent();
  await verification.details({ givenName: 'Ionela', familyName: 'Petrescu', dateOfBirth });
  await verification.selfie();
  const row = await verification.read();
  expect(row.status).toBe('in_review');
  const first = `NK-a-${number - 1}`;
  return { ...verification, screening: row.checks.aml.id as string, first, change };
}

async function keyOf(database: DatabaseKind, ...scopes: string[]): Promise<string> {
  const { deps } = services(database);
  const made = { mode: 'test', name: null, scopes: scopes as never, expiresAt: null } as const;
  return (await createApiKey(deps, deps.db, made)).key;
}

describe.each(databases)('a second reviewer on %s', (database) => {
  test('cannot read the first reviewer’s resolutions through any call', async () => {
    const { id, screening, read } = await inReviewWithHit(database);
    const { call } = services(database);
    const [one, two, observer] = [
      await keyOf(database, 'review:write', 'aml:read', 'cases:read'),
      await keyOf(database, 'review:write', 'aml:read', 'cases:read'),
      await keyOf(database, 'aml:read', 'cases:read'),
    ];
    const resolve = async (key: string, resolution: string) => {
      const { hits } = (await call('GET', `/aml/screen/${screening}`, { key })).body;
      const json = { resolution, reasonCode: 'other', note: 'Secret words.' };
      return await call('POST', `/aml/screen/${screening}/hits/${hits[0].id}/resolution`, { key, json });
    };
    const decide = async (key: string, outcome: string) => {
      const { version: expectedVersion } = await read();
      return await call('POST', `/cases/${id}/decision`, { key, json: { outcome, expectedVersion } });
    };
    expect((await resolve(one, 'true_match')).body.resolution).toBe('true_match');
    expect((await decide(one, 'declined')).status).toBe(202);
    const paths = [
      `/aml/screen/${screening}`,
      `/aml/screen/${screening}/hits`,
      `/aml/screen/${screening}/report`,
      `/aml/screen?caseId=${id}`,
      `/cases/${id}`,
      `/cases?clientReferenceId=none&limit=100`,
    ];
    const reveals = /Secret words|true_match|confirmed_match|"proposal":\{/;
    for (const path of paths)
      expect(JSON.stringify((await call('GET', path, { key: two })).body), path).not.toMatch(reveals);
    for (const path of paths.slice(0, 5))
      expect(JSON.stringify((await call('GET', path, { key: observer })).body), path).toMatch(reveals);
    expect((await decide(two, 'approved')).body.code).toBe('hits_unresolved');
    // To take a true match back needs two; that it was one, the second must not learn.
    const repeated = await resolve(two, 'false_positive');
    expect([repeated.status, repeated.body.resolution, repeated.body.proposal]).toEqual([
      200,
      'false_positive',
      null,
    ]);
    expect((await decide(two, 'approved')).status).toBe(202);
    expect(JSON.stringify((await call('GET', paths[0]!, { key: two })).body)).toMatch(reveals);
    const third = await keyOf(database, 'review:write', 'aml:read', 'cases:read');
    expect((await decide(third, 'declined')).body.status).toBe('declined');
  });

  test('does not complete a decision if the hits have changed since the first one', async () => {
    const { id, first, change, read } = await inReviewWithHit(database);
    const { call } = services(database);
    const [one, two] = [await keyOf(database, 'review:write'), await keyOf(database, 'review:write')];
    const decline = async (key: string) => {
      const { version: expectedVersion } = await read();
      return await call('POST', `/cases/${id}/decision`, {
        key,
        json: { outcome: 'declined', expectedVersion },
      });
    };
    expect((await decline(one)).status).toBe(202);
    await change(first, `NK-b-${number}`);
    expect((await decline(two)).status).toBe(202);
    expect((await read()).status).toBe('in_review');
    expect((await decline(one)).body.status).toBe('declined');
    const { data } = (await call('GET', `/audit?subject=${id}`)).body;
    expect(data.map(({ action }: { action: string }) => action)).toContainEqual(
      expect.stringMatching(/^withdraw decision of key_\w+: new hits$/),
    );
  });
});

describe.each(databases)('hits at the desk on %s', (database) => {
  test('are shown to another reviewer as unresolved', async () => {
    const service = services(database);
    const { id } = await inReviewWithHit(database);
    const path = `/desk/cases/${id}`;
    const judge = async (visitor: Visitor) => {
      await visitor.post(`${path}/claim`, {});
      const { text } = await visitor.get(path);
      for (const [, src] of text.matchAll(/<img src="([^"]+)"/g)) await visitor.get(src!);
      await visitor.post(`${path}/judgement`, { likeness: '1' });
      return (await visitor.get(path)).text;
    };
    const { visitor: first } = await come(service);
    const hit = /name="hit" value="([^"]+)"/.exec(await judge(first))![1]!;
    await first.post(`${path}/hits`, {
      hit,
      resolution: 'true_match',
      reasonCode: 'same_person',
      note: 'Known.',
    });
    expect((await first.get(path)).text).toContain('Known.');
    await first.post(`${path}/release`, {});
    const { visitor: second } = await come(service);
    const shown = await judge(second);
    expect(shown).toContain('One hit, open.');
    expect(shown).not.toMatch(/Known\.|The person is this entry/);
  });
});
