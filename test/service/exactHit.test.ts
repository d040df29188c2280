import { describe, expect, test } from 'vitest';
import { allScopes } from '../../src/contract/scopes.ts';
import { createApiKey } from '../../src/service/keys/apiKeys.ts';
import { come, comeBy, replaceAccount, type Visitor } from '../support/desk.ts';
import { type DatabaseKind, databases, sharedServices, type TestService } from '../support/service.ts';
import { verify } from '../support/verification.ts';

const services = sharedServices();

async function keyOf({ deps }: TestService): Promise<string> {
  const made = { mode: 'test', name: null, scopes: allScopes, expiresAt: null } as const;
  return (await createApiKey(deps, deps.db, made)).key;
}

/** A case whose person has the name and date of birth of an entry. */
async function withExactHit(database: DatabaseKind, policy: object = {}) {
  const service = services(database);
  const verification = await verify(service, { policy });
  await verification.consent();
  await verification.details({ givenName: 'Zoran', familyName: 'Quillfeather', dateOfBirth: '1961-04-17' });
  await verification.selfie();
  const screening = (await verification.read()).checks.aml.id as string;
  const read = async () => (await service.call('GET', `/aml/screen/${screening}`)).body.hits[0];
  expect(await read()).toMatchObject({ strength: 'exact', resolution: null });
  const ruleOut = async (key: string, change: object = {}) => {
    const json = { resolution: 'false_positive', reasonCode: 'other', note: 'A cook.', ...change };
    return await service.call('POST', `/aml/screen/${screening}/hits/idvtest-4/resolution`, { key, json });
  };
  const approve = async (key: string) => {
    const { version: expectedVersion } = await verification.read();
    const json = { outcome: 'approved', expectedVersion };
    return await service.call('POST', `/cases/${verification.id}/decision`, { key, json });
  };
  return { ...verification, service, readHit: read, ruleOut, approve };
}

describe.each(databases)('an exact hit on %s', (database) => {
  test('is ruled out by two keys, and the case is not approved before', async () => {
    const { service, readHit, ruleOut, approve } = await withExactHit(database);
    const [one, two] = [await keyOf(service), await keyOf(service)];
    const first = await ruleOut(one, { reviewer: 'Ada' });
    expect(first).toMatchObject({ status: 202, body: { proposed: true, resolution: null } });
    expect(first.body.proposal).toMatchObject({ resolution: 'false_positive', reviewer: 'Ada' });
    // A name is not a second person.
    expect(await ruleOut(one, { reviewer: 'Grace' })).toMatchObject({
      status: 403,
      body: { code: 'same_reviewer' },
    });
    for (const key of [one, two]) expect((await approve(key)).body.code).toBe('hits_unresolved');
    expect(await ruleOut(two)).toMatchObject({ status: 200, body: { resolution: 'false_positive' } });
    expect((await readHit()).proposal).toBeNull();
    expect((await approve(one)).body.status).toBe('approved');
  });

  test('that one person calls the person is no proposal any more', async () => {
    const { service, readHit, ruleOut } = await withExactHit(database);
    const [one, two] = [await keyOf(service), await keyOf(service)];
    await ruleOut(one);
    const confirmed = await ruleOut(two, { resolution: 'true_match', reasonCode: 'same_person' });
    expect(confirmed).toMatchObject({ status: 200, body: { resolution: 'true_match', proposal: null } });
    expect((await ruleOut(two)).status).toBe(202);
    expect(await readHit()).toMatchObject({ resolution: 'true_match' });
  });

  test('keeps the end of its exception if one person alone says it again', async () => {
    const { service, ruleOut } = await withExactHit(database);
    const [one, two] = [await keyOf(service), await keyOf(service)];
    const until = new Date(service.deps.clock().getTime() + 86_400_000).toISOString();
    await ruleOut(one, { until });
    await ruleOut(two, { until });
    expect((await ruleOut(two, { until: '2098-01-01T00:00:00.000Z' })).status).toBe(200);
    const { data } = (await service.call('GET', '/aml/exceptions?limit=100')).body;
    const ends = data.map((one: { until: string }) => one.until);
    expect(ends).toContain(until);
    expect(ends).not.toContain('2098-01-01T00:00:00.000Z');
  });
});

const judge = async (visitor: Visitor, path: string) => {
  const { text } = await visitor.get(path);
  for (const [, src] of text.matchAll(/(?:src|href)="([^"]+\/frames\/\d+)"/g)) await visitor.get(src!);
  await visitor.post(`${path}/judgement`, { likeness: '2' });
};
const resolve = (visitor: Visitor, path: string) =>
  visitor.post(`${path}/hits`, {
    hit: 'idvtest-4',
    resolution: 'false_positive',
    reasonCode: 'different_birth_date',
    note: 'Squints.',
  });

describe.each(databases)('the desk with an exact hit on %s', (database) => {
  test('offers the case to a second reviewer, and no more to the first', async () => {
    const { service, id, read } = await withExactHit(database);
    const path = `/desk/cases/${id}`;
    const [{ visitor: first }, { visitor: second }] = [await come(service), await come(service)];
    await first.post(`${path}/claim`, {});
    await judge(first, path);
    expect((await resolve(first, path)).status).toBe(303);
    expect((await first.get(path)).text).toContain('You have ruled this hit out');
    const expectedVersion = String((await read()).version);
    const decision = { outcome: 'approved', reason: 'document_seen', expectedVersion };
    expect((await first.post(`${path}/decision`, decision)).text).toContain('hits_unresolved');
    expect((await resolve(first, path)).text).toContain('same_reviewer');
    const claimed: string[] = [];
    for (let { to } = await first.post('/desk/next', {}); to !== '/desk/nothing'; ) {
      claimed.push(to);
      await first.post(`${to}/skip`, {});
      ({ to } = await first.post('/desk/next', {}));
    }
    expect(claimed).not.toContain(path);
    await second.post(`${path}/claim`, {});
    await judge(second, path);
    expect((await second.get(path)).text).toContain('Another person has ruled this hit out');
    expect((await resolve(second, path)).status).toBe(303);
    const now = String((await read()).version);
    expect((await second.post(`${path}/decision`, { ...decision, expectedVersion: now })).status).toBe(303);
    service.advance(11_000);
    await service.tick();
    expect((await read()).status).toBe('approved');
  });

  test('shows the second of four eyes nothing of the first', async () => {
    const { service, id, read } = await withExactHit(database, { fourEyes: 'hits' });
    const path = `/desk/cases/${id}`;
    const [{ visitor: first }, { visitor: second }] = [await come(service), await come(service)];
    for (const visitor of [first, second]) {
      await visitor.post(`${path}/claim`, {});
      await judge(visitor, path);
      expect((await visitor.get(path)).text).not.toMatch(/Squints|ruled this hit out/);
      expect((await resolve(visitor, path)).status).toBe(303);
      const expectedVersion = String((await read()).version);
      const decision = { outcome: 'approved', reason: 'hits_ruled_out', expectedVersion };
      expect((await visitor.post(`${path}/decision`, decision)).status).toBe(303);
      service.advance(11_000);
      await service.tick();
    }
    expect((await read()).status).toBe('approved');
  });
});

describe.each(databases)('an account that replaces another on %s', (database) => {
  test('is no second person for whoever replaced it', async () => {
    const { service, id } = await withExactHit(database);
    const path = `/desk/cases/${id}`;
    const { visitor: administrator } = await come(service, 'administrator');
    await administrator.post(`${path}/claim`, {});
    await judge(administrator, path);
    await resolve(administrator, path);
    await administrator.post(`${path}/release`, {});
    await come(service, 'reviewer', 'Grace');
    const { visitor } = await comeBy(service, await replaceAccount(administrator, 'Grace'));
    await visitor.post(`${path}/claim`, {});
    await judge(visitor, path);
    expect((await resolve(visitor, path)).text).toContain('same_reviewer');
  });
});
