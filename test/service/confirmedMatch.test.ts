import { describe, expect, test } from 'vitest';
import { createApiKey } from '../../src/service/keys/apiKeys.ts';
import { come, inReview, type Visitor } from '../support/desk.ts';
import { type DatabaseKind, databases, sharedServices, type TestService } from '../support/service.ts';

const services = sharedServices();

async function keyOf(service: TestService): Promise<string> {
  const { deps } = service;
  const scopes = ['review:write', 'aml:read', 'aml:write', 'cases:read'] as never;
  return (await createApiKey(deps, deps.db, { mode: 'test', name: null, scopes, expiresAt: null })).key;
}

/** A case in review with one hit, and calls by a key. */
async function withHit(database: DatabaseKind, input: object = {}) {
  const service = services(database);
  const verification = await inReview(service, input);
  const { id, read } = verification;
  const screening = (await read()).checks.aml.id as string;
  const [hit] = (await service.call('GET', `/aml/screen/${screening}`)).body.hits;
  const resolve = (key: string, resolution: string, reasonCode = 'other') =>
    service.call('POST', `/aml/screen/${screening}/hits/${hit.id}/resolution`, {
      key,
      json: { resolution, reasonCode, note: 'Compared.', reviewer: 'Somebody else' },
    });
  const decide = async (key: string, json: object) => {
    const { version: expectedVersion } = await read();
    return await service.call('POST', `/cases/${id}/decision`, { key, json: { expectedVersion, ...json } });
  };
  return { ...verification, service, hit, resolve, decide };
}

describe.each(databases)('a confirmed match on %s', (database) => {
  test('is approved only by two credentials, each with a note', async () => {
    const { service, resolve, decide, read } = await withHit(database);
    const [one, two] = [await keyOf(service), await keyOf(service)];
    expect((await resolve(one, 'true_match', 'same_person')).status).toBe(200);
    const bare = await decide(one, { outcome: 'approved' });
    expect(bare).toMatchObject({ status: 422, body: { errors: [{ pointer: '#/note', code: 'required' }] } });
    const approved = { outcome: 'approved', note: 'A namesake’s licence was seen.' };
    expect(await decide(one, approved)).toMatchObject({ status: 202, body: { proposed: true } });
    expect(await decide(one, approved)).toMatchObject({ status: 403, body: { code: 'same_reviewer' } });
    expect((await read()).status).toBe('in_review');
    expect((await decide(two, { outcome: 'approved' })).status).toBe(422);
    expect((await decide(two, approved)).body.status).toBe('approved');
  });

  test('is declined by one', async () => {
    const { service, resolve, decide } = await withHit(database);
    const key = await keyOf(service);
    await resolve(key, 'true_match', 'same_person');
    expect((await decide(key, { outcome: 'declined', reasons: ['true_match'] })).body.status).toBe(
      'declined',
    );
  });

  test('needs two also after the person corrected the details', async () => {
    const { service, resolve, decide, details, read } = await withHit(database);
    const [one, two] = [await keyOf(service), await keyOf(service)];
    await resolve(one, 'true_match', 'same_person');
    const asked = await decide(one, { outcome: 'requires_input', reasons: ['details_name'] });
    expect(asked.body.status).toBe('requires_input');
    await details({ familyName: 'Adler', dateOfBirth: '1981-02-03' });
    expect(await read()).toMatchObject({ status: 'in_review', checks: { aml: { status: 'clear' } } });
    expect((await decide(two, { outcome: 'approved' })).status).toBe(422);
    const approved = { outcome: 'approved', note: 'Another person after all.' };
    expect((await decide(two, approved)).status).toBe(202);
    expect((await decide(one, approved)).body.status).toBe('approved');
  });
});

describe.each(databases)('a reason on %s', (database) => {
  test.each([
    ['true_match', 'different_birth_date'],
    ['true_match', 'different_name'],
    ['false_positive', 'same_person'],
  ])('%s because of %s is refused', async (resolution, reasonCode) => {
    const { service, resolve } = await withHit(database);
    const refused = await resolve(await keyOf(service), resolution, reasonCode);
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'reason_conflict', errors: [{ pointer: '#/reasonCode' }] },
    });
  });

  test('of a decision agrees with the decision and with the resolved hits', async () => {
    const { service, resolve, decide } = await withHit(database);
    const key = await keyOf(service);
    const codeOf = async (json: object) => (await decide(key, json)).body.code;
    expect(await codeOf({ outcome: 'declined', reasons: ['true_match'] })).toBe('reason_conflict');
    await resolve(key, 'true_match', 'same_person');
    const note = 'Seen.';
    for (const reasons of [['hits_ruled_out'], ['seen_in_person', 'true_match'], ['spoof']])
      expect(await codeOf({ outcome: 'approved', reasons, note })).toBe('reason_conflict');
    expect(await codeOf({ outcome: 'declined', reasons: ['document_seen'] })).toBe('reason_conflict');
    expect(await decide(key, { outcome: 'approved', reasons: ['document_seen'], note })).toMatchObject({
      status: 202,
    });
  });
});

describe.each(databases)('the desk on %s', (database) => {
  test('keeps one reviewer from approving a confirmed match, and takes two with a note', async () => {
    const { service, id, hit, read } = await withHit(database);
    const path = `/desk/cases/${id}`;
    const confirm = async (visitor: Visitor) => {
      await visitor.post(`${path}/claim`, {});
      const { text } = await visitor.get(path);
      for (const [, src] of text.matchAll(/(?:src|href)="([^"]+\/(?:frames\/\d+|reference))"/g))
        await visitor.get(src!);
      await visitor.post(`${path}/judgement`, { likeness: '2' });
    };
    const approve = async (visitor: Visitor, fields: Record<string, string>) => {
      const expectedVersion = String((await read()).version);
      const form = { outcome: 'approved', reason: 'document_seen', expectedVersion, ...fields };
      const { status, text } = await visitor.post(`${path}/decision`, form);
      service.advance(11_000);
      await service.tick();
      return `${status} ${/reason_conflict|validation_failed/.exec(text)?.[0] ?? ''}`.trim();
    };
    const [{ visitor: first }, { visitor: second }] = [await come(service), await come(service)];
    await confirm(first);
    const resolved = { hit: hit.id, resolution: 'true_match', note: 'Same face.' };
    expect((await first.post(`${path}/hits`, { ...resolved, reasonCode: 'different_name' })).status).toBe(
      422,
    );
    expect((await first.post(`${path}/hits`, { ...resolved, reasonCode: 'same_person' })).status).toBe(303);
    expect(await approve(first, { reason: 'hits_ruled_out', note: 'Seen.' })).toBe('422 reason_conflict');
    expect(await approve(first, {})).toBe('422 validation_failed');
    expect(await approve(first, { note: 'Licensed by the ministry.' })).toBe('303');
    expect((await read()).status).toBe('in_review');
    await confirm(second);
    expect(await approve(second, { note: 'The licence is genuine.' })).toBe('303');
    expect((await read()).status).toBe('approved');
  });
});
