import { describe, expect, test } from 'vitest';
import { writeAudit } from '../../src/service/audit/writeAudit.ts';
import { createApiKey } from '../../src/service/keys/apiKeys.ts';
import { type DatabaseKind, databases, sharedServices } from '../support/service.ts';
import { resolveHits, verify } from '../support/verification.ts';

const services = sharedServices();

let day = 0;

/** Another person each time: resolutions of hits are remembered. */
const nextBirthday = () => new Date(Date.UTC(1970, 0, ++day)).toISOString().slice(0, 10);

/** Calls as another back end of the account. */
async function otherKey(database: DatabaseKind, scopes: string[] = ['review:write', 'audit:read']) {
  const { deps, call } = services(database);
  const made = await createApiKey(deps, deps.db, {
    mode: 'test',
    name: null,
    scopes: scopes as never,
    expiresAt: null,
  });
  return (method: string, path: string, json?: object) =>
    call(method, path, { key: made.key, ...(json && { json }) });
}

/** A case with a possible match, in review. */
async function inReview(database: DatabaseKind, policy: object = {}) {
  const verification = await verify(services(database), { policy });
  await verification.consent();
  await verification.details({ familyName: 'IDVTEST_AML_POSSIBLE', dateOfBirth: nextBirthday() });
  await verification.selfie();
  return { ...verification, ...(await verification.read()) };
}

describe.each(databases)('a custom review desk on %s', (database) => {
  test('claims a case for ten minutes, and another key waits until then', async () => {
    const service = services(database);
    const { id, dueAt } = await inReview(database);
    expect(Date.parse(dueAt) - service.deps.clock().getTime()).toBe(24 * 3_600_000);
    const claimed = await service.call('POST', `/cases/${id}/claim`);
    expect(claimed).toMatchObject({ status: 200, body: { object: 'case_claim', caseId: id } });
    const other = await otherKey(database);
    expect(await other('POST', `/cases/${id}/claim`)).toMatchObject({
      status: 409,
      body: { code: 'claim_lost' },
    });
    const { version } = (await service.call('GET', `/cases/${id}`)).body;
    const decline = { outcome: 'declined', expectedVersion: version };
    expect((await other('POST', `/cases/${id}/decision`, decline)).body.code).toBe('claim_lost');
    service.advance(600_001);
    expect((await other('POST', `/cases/${id}/claim`)).status).toBe(200);
    const released = await other('DELETE', `/cases/${id}/claim`);
    expect(released).toMatchObject({ status: 200, body: { claimedBy: null, until: null } });
  });

  test('cannot claim a case that is not in review', async () => {
    const service = services(database);
    const { id } = await verify(service);
    expect((await service.call('POST', `/cases/${id}/claim`)).body.code).toBe('case_state_conflict');
  });

  test('approves after every hit is resolved, and the decision records its key', async () => {
    const { call } = services(database);
    const { id, version, checks } = await inReview(database);
    const approve = (expectedVersion: number) =>
      call('POST', `/cases/${id}/decision`, { json: { outcome: 'approved', expectedVersion } });
    expect(await approve(version)).toMatchObject({ status: 409, body: { code: 'hits_unresolved' } });
    expect(await resolveHits(services(database), checks.aml.id)).toBeGreaterThan(0);
    const now = (await call('GET', `/cases/${id}`)).body.version;
    const { body } = await approve(now);
    expect(body).toMatchObject({ status: 'approved', dueAt: null, decision: { by: 'reviewer' } });
    expect(body.decision.reviewer).toMatch(/^key_/);
    const events = (await call('GET', `/events?caseId=${id}`)).body.data;
    expect(JSON.stringify(events)).not.toContain(body.decision.reviewer);
  });
});

describe.each(databases)('four eyes on %s', (database) => {
  test('requires two reviewers if the policy says so', async () => {
    const { call } = services(database);
    const { id, version } = await inReview(database, { fourEyes: 'always' });
    const decline = { outcome: 'declined', expectedVersion: version };
    const first = await call('POST', `/cases/${id}/decision`, { json: decline });
    expect(first).toMatchObject({ status: 202, body: { proposed: true, status: 'in_review', version } });
    const again = await call('POST', `/cases/${id}/decision`, { json: decline });
    expect(again).toMatchObject({ status: 403, body: { code: 'same_reviewer' } });
    expect((await call('GET', `/cases/${id}`)).body.proposed).toBeUndefined();
    const second = await (await otherKey(database))('POST', `/cases/${id}/decision`, decline);
    expect(second).toMatchObject({ status: 200, body: { status: 'declined' } });
  });

  test('lets a third reviewer decide if two disagree', async () => {
    const { call } = services(database);
    const { id, checks } = await inReview(database, { fourEyes: 'hits' });
    await resolveHits(services(database), checks.aml.id);
    const { version: expectedVersion } = (await call('GET', `/cases/${id}`)).body;
    const json = { outcome: 'approved', expectedVersion };
    expect((await call('POST', `/cases/${id}/decision`, { json })).status).toBe(202);
    const decline = { outcome: 'declined', expectedVersion };
    const second = await (await otherKey(database))('POST', `/cases/${id}/decision`, decline);
    expect(second).toMatchObject({ status: 202, body: { proposed: true } });
    const third = await (await otherKey(database))('POST', `/cases/${id}/decision`, decline);
    expect(third).toMatchObject({ status: 200, body: { status: 'declined' } });
  });
});

describe.each(databases)('views of a case on %s', (database) => {
  test('reads pictures one by one, each with an audit entry', async () => {
    const { call } = services(database);
    const { id, checks } = await inReview(database);
    const base = `/biometrics/selfie-check/${checks.selfie.id}`;
    const listed = await call('GET', `${base}/frames`);
    expect(listed.body).toMatchObject({ object: 'selfie_frames', caseId: id, trail: [] });
    expect(listed.body.frames[0]).toEqual({ n: 0, step: 'center', mediaType: 'image/png' });
    const { headers } = await call('GET', `${base}/frames/0`);
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('cache-control')).toBe('no-store');
    expect((await call('GET', `${base}/frames/99`)).status).toBe(404);
    const entries = (await call('GET', `/audit?subject=${id}`)).body.data;
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      `see frame ${checks.selfie.id}/0`,
      `list frames of ${checks.selfie.id}`,
    ]);
    expect(entries[0]).toMatchObject({ role: 'api', subject: id, actor: expect.stringMatching(/^key_/) });
    await call('DELETE', `/cases/${id}`);
    expect((await call('GET', `${base}/frames/0`)).body.code).toBe('case_redacted');
  });

  test('exports the audit log without formulas, and logs the export', async () => {
    const { call, deps } = services(database);
    const { id } = await inReview(database);
    await writeAudit(deps, deps.db, {
      row: { id, mode: 'test', data_key: null },
      caller: { keyId: '@cmd' },
      requestId: '=1+1',
      action: '-1',
    });
    const headers = { Accept: 'text/csv' };
    const { body: text } = await call('GET', `/audit?subject=${id}`, { headers });
    expect(text).toContain(",'@cmd,api,'-1,");
    expect(text).toContain("'=1+1");
    const [newest] = (await call('GET', '/audit?limit=1')).body.data;
    expect(newest).toMatchObject({ action: 'export audit', subject: null });
  });
});
