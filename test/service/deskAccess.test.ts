import { describe, expect, test } from 'vitest';
import { inviteByCommand } from '../../src/service/desk/controlSocket.ts';
import { createDesk } from '../../src/service/desk/createDesk.ts';
import { come, inReview, Visitor } from '../support/desk.ts';
import { databases, sharedServices, type TestService } from '../support/service.ts';

const services = sharedServices();
const MINUTE = 60_000;

/** The acts of people of the desk as they stand in the audit log, newest first. */
async function acts({ deps }: TestService, subject?: string): Promise<string[]> {
  const lines = deps.db.selectFrom('audit_log').select('action').where('key_id', 'like', 'rev\\_%');
  const rows = await (subject ? lines.where('case_id', '=', subject) : lines).orderBy('id', 'desc').execute();
  return rows.map(({ action }) => action);
}

describe.each(databases)('a session at the desk on %s', (database) => {
  test('lasts eight hours at most, even with constant use', async () => {
    const service = services(database);
    const { visitor } = await come(service);
    for (let minutes = 0; minutes < 470; minutes += 10) {
      service.advance(10 * MINUTE);
      expect([minutes, (await visitor.get('/desk/settings')).status]).toEqual([minutes, 200]);
    }
    service.advance(11 * MINUTE);
    expect((await visitor.get('/desk/settings')).status).toBe(303);
  });

  test('is not extended by automatic requests of a page', async () => {
    const service = services(database);
    const { id } = await inReview(service);
    const { visitor } = await come(service);
    for (const path of ['/desk/live?live=1', `/desk/cases/${id}/state?live=1`]) {
      service.advance(6 * MINUTE);
      await visitor.get(path);
    }
    service.advance(4 * MINUTE);
    expect((await visitor.get('/desk')).status).toBe(303);
  });

  test('is replaced at each sign-in, which ends the earlier one', async () => {
    const service = services(database);
    const { visitor } = await come(service);
    const before = new Visitor(service.url);
    before.cookie = visitor.cookie;
    const path = await inviteByCommand(service.deps, { name: 'Again', role: 'reviewer' });
    await visitor.post('/desk/invite', { secret: path.split('/').at(-1)! });
    expect(visitor.cookie).not.toBe(before.cookie);
    expect((await visitor.get('/desk')).status).toBe(200);
    expect((await before.get('/desk')).status).toBe(303);
  });
});

describe.each(databases)('a form on %s', (database) => {
  test('from another site is refused, on every route', async () => {
    const service = services(database);
    const { visitor } = await come(service, 'administrator');
    const routes = createDesk(service.deps).routes.filter(({ method }) => method === 'POST');
    expect(routes.length).toBeGreaterThan(12);
    const foreign = [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none' },
      // Browsers without the first header send this one.
      { 'Sec-Fetch-Site': '', Origin: 'https://evil.example' },
    ];
    for (const { path } of routes) {
      const to = `/desk${path.replace(':id', 'case_x')}`;
      for (const headers of foreign) {
        const { status, text } = await visitor.post(to, {}, headers);
        expect([path, headers, status, text.includes('origin_not_allowed')]).toEqual([
          path,
          headers,
          403,
          true,
        ]);
      }
      if (path.startsWith('/sign-in') || path === '/invite') continue;
      expect([path, (await visitor.post(to, { token: 'x'.repeat(43) })).status]).toEqual([path, 403]);
    }
    expect((await visitor.get('/desk')).status).toBe(200);
  });

  test('that arrives after the session ended keeps its note', async () => {
    const service = services(database);
    const { id, read } = await inReview(service);
    const { visitor } = await come(service);
    await visitor.post(`/desk/cases/${id}/claim`, {});
    await visitor.get(`/desk/cases/${id}`);
    service.advance(10 * MINUTE + 1);
    const fields = { outcome: 'declined', reason: 'spoof', note: 'A <screen> edge', expectedVersion: '1' };
    const { status, text } = await visitor.post(`/desk/cases/${id}/decision`, fields);
    expect([status, text.includes('claim_lost')]).toEqual([409, true]);
    expect(text).toContain('A &lt;screen&gt; edge</textarea>');
    expect(text).toContain(`href="/desk/cases/${id}"`);
    expect((await read()).status).toBe('in_review');
  });

  test('that reuses a key for another action is refused', async () => {
    const { visitor } = await come(services(database));
    const { text } = await visitor.get('/desk/settings');
    const keys = Object.fromEntries(
      [...text.matchAll(/name="(key-[^"]+)" value="([^"]+)"/g)].map(([, name, key]) => [name!, key!]),
    );
    expect(Object.keys(keys)).toContain('key-hit-next');
    const twice = await visitor.post('/desk/settings', { ...keys, 'key-approve': 'n' });
    expect([twice.status, twice.text]).toEqual([422, expect.stringContaining('have the same key')]);
    expect((await visitor.post('/desk/settings', { ...keys, 'key-approve': ' ' })).status).toBe(422);
    expect((await visitor.post('/desk/settings', { ...keys, 'key-approve': 'y' })).status).toBe(303);
    expect((await visitor.get('/desk')).text).toContain('{&quot;approve&quot;:&quot;y&quot;}');
  });
});

describe.each(databases)('a claim on %s', (database) => {
  test('ends when its reviewer moves on, and the next case is never the one just left', async () => {
    const service = services(database);
    const [first, second] = [await inReview(service), await inReview(service)];
    const { visitor } = await come(service);
    const claimant = async (id: string) =>
      (await service.deps.db.selectFrom('cases').select('claimed_by').where('id', '=', id).executeTakeFirst())
        ?.claimed_by ?? null;
    await visitor.post(`/desk/cases/${first.id}/claim`, {});
    await visitor.post(`/desk/cases/${second.id}/claim`, {});
    expect([await claimant(first.id), await claimant(second.id)]).toEqual([
      null,
      expect.stringMatching(/^rev_/),
    ]);
    const left = (await visitor.post('/desk/next', {})).to;
    expect((await visitor.post('/desk/next', {})).to).not.toBe(left);
    await visitor.post('/desk/sign-out', {});
    const claims = service.deps.db.selectFrom('cases').select('id').where('claimed_by', 'like', 'rev_%');
    expect(await claims.execute()).toEqual([]);
  });

  test('closes the open page when it ends or the case is erased', async () => {
    const service = services(database);
    const { id } = await inReview(service);
    const { visitor } = await come(service);
    const state = async () => (await visitor.get(`/desk/cases/${id}/state?live=1`)).status;
    await visitor.post(`/desk/cases/${id}/claim`, {});
    expect(await state()).toBe(204);
    service.advance(10 * MINUTE);
    expect(await state()).toBe(409);
    await service.call('DELETE', `/cases/${id}`);
    expect(await state()).toBe(410);
  });
});

describe.each(databases)('the audit log of the desk on %s', (database) => {
  test('has a line for each view and each action', async () => {
    const service = services(database);
    const { id, read } = await inReview(service, { clientReferenceId: `r-${database}` });
    const { visitor } = await come(service, 'administrator');
    const path = `/desk/cases/${id}`;
    await visitor.get(`/desk/search?q=r-${database}`);
    await visitor.post(`${path}/claim`, {});
    const { text } = await visitor.get(path);
    for (const [, src] of text.matchAll(/<figure><img src="([^"]+)"/g)) await visitor.get(src!);
    await visitor.post(`${path}/judgement`, { likeness: '1' });
    for (const [, src] of text.matchAll(/<li><a href="([^"]+)"/g)) await visitor.get(src!);
    await visitor.post(`${path}/judgement`, { likeness: '1' });
    const shown = (await visitor.get(path)).text;
    const hit = /name="hit" value="([^"]+)"/.exec(shown)![1]!;
    const resolution = { hit, reasonCode: 'different_birth_date' };
    await visitor.post(`${path}/hits`, { ...resolution, resolution: 'unsure' });
    await visitor.post(`${path}/hits`, { ...resolution, resolution: 'false_positive' });
    const expectedVersion = String((await read()).version);
    await visitor.post(`${path}/decision`, { outcome: 'approved', reason: 'same_person', expectedVersion });
    await visitor.post(`${path}/undo`, {});
    await visitor.post(`${path}/release`, {});
    const check = (await read()).checks.selfie.id;
    const lines = (await acts(service, id)).reverse();
    expect(lines.filter((line) => !line.startsWith('see pictures'))).toEqual([
      'claim',
      'open case',
      'refused POST /desk/cases/:id/judgement: frames_unseen',
      'judge faces',
      'see details and measurements',
      'unsure of hit',
      'resolve hit false_positive',
      'choose approved',
      'undo approved',
      'release',
    ]);
    expect(lines.filter((line) => line.startsWith('see pictures'))).toEqual([`see pictures of ${check}`]);
    await visitor.post('/desk/audit/export', { format: 'csv' });
    await visitor.post('/desk/sign-out', {});
    const others = await acts(service);
    expect(others[0]).toBe('sign out');
    expect(others[1]).toMatch(/^export audit, \d+ lines$/);
    expect(others).toContain('search by reference');
    expect(others).toContain('sign in by invitation');
  });
});

describe.each(databases)('a search by reference on %s', (database) => {
  test('shows each case of a person who has several', async () => {
    const service = services(database);
    const clientReferenceId = `twice-${database}`;
    const json = { type: 'kyc_individual', returnUrl: 'https://shop.example/back', clientReferenceId };
    const created = [
      await service.call('POST', '/cases', { json }),
      await service.call('POST', '/cases', { json }),
    ];
    const { visitor } = await come(service);
    const { status, text } = await visitor.get(`/desk/search?q=${clientReferenceId}`);
    const links = created.map(({ body }) => text.includes(`href="/desk/cases/${body.id}"`));
    expect([status, ...links]).toEqual([200, true, true]);
  });
});

describe.each(databases)('the audit log of refusals on %s', (database) => {
  test('has a line for each refusal', async () => {
    const service = services(database);
    const { id } = await inReview(service);
    const { visitor, secret } = await come(service, 'viewer');
    await visitor.post(`/desk/cases/${id}/claim`, {});
    await visitor.post('/desk/team/invite', { name: 'Eve', role: 'administrator' });
    await visitor.post('/desk/mode', { token: 'x', mode: 'live' });
    service.advance(6 * MINUTE);
    await visitor.post('/desk/audit/export', { format: 'csv' });
    expect((await acts(service)).slice(0, 4)).toEqual([
      'refused POST /desk/audit/export: session_scope_exceeded',
      'refused POST /desk/mode: origin_not_allowed',
      'refused POST /desk/team/invite: scope_missing',
      'refused POST /desk/cases/:id/claim: scope_missing',
    ]);
    const stranger = new Visitor(service.url);
    expect((await stranger.post('/desk/invite', { secret })).status).toBe(404);
    const late = (await inviteByCommand(service.deps, { name: 'Late', role: 'viewer' })).split('/').at(-1)!;
    service.advance(15 * MINUTE);
    expect((await stranger.post('/desk/invite', { secret: late })).status).toBe(404);
    const live = service.deps.db
      .selectFrom('audit_log')
      .select('key_id')
      .where('action', '=', 'refused invitation')
      .orderBy('id');
    const actors = (await live.execute()).map(({ key_id }) => key_id);
    expect(actors.slice(-2)).toEqual(['stranger/nobody', expect.stringMatching(/^rev_\w+\/viewer$/)]);
  });

  test('shows reviewers only their own lines', async () => {
    const service = services(database);
    const { id } = await inReview(service);
    const [{ visitor: one }, { visitor: other }] = [await come(service), await come(service)];
    await one.post(`/desk/cases/${id}/claim`, {});
    const page = await other.get(`/desk/audit?subject=${id}`);
    expect(page.text).toContain('No entry matches');
    const { text } = await one.get(`/desk/audit?subject=${id}&actor=anybody`);
    expect(text).toContain(id);
    const exported = await other.post('/desk/audit/export', { format: 'jsonl' });
    expect(exported.text).not.toContain(id);
    const { visitor: administrator } = await come(service, 'administrator');
    expect((await administrator.get(`/desk/audit?subject=${id}`)).text).toContain('claim');
  });
});

test('files of the desk are cached by content hash; nothing else is cached', async () => {
  const service = services('pglite');
  const { id } = await inReview(service);
  const { visitor } = await come(service);
  await visitor.post(`/desk/cases/${id}/claim`, {});
  const { text, headers } = await visitor.get(`/desk/cases/${id}`);
  expect(headers.get('cache-control')).toBe('no-store');
  const files = [...text.matchAll(/(?:href|src)="(\/desk\/desk\.(?:css|js)\?v=[\w-]{16})"/g)].map(
    ([, file]) => file!,
  );
  expect(files).toHaveLength(2);
  for (const file of files) {
    expect((await visitor.get(file)).headers.get('cache-control')).toContain('immutable');
    // A node of another version must not be kept under the address of this one.
    expect((await visitor.get(`${file}x`)).headers.get('cache-control')).toBe('no-store');
  }
  const policy = headers.get('content-security-policy')!;
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain('trusted-types desk');
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  const picture = await visitor.get(`/desk/cases/${id}/frames/0`);
  expect([picture.status, picture.headers.get('cache-control')]).toEqual([200, 'no-store']);
});
