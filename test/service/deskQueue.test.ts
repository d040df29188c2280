import { expect, test } from 'vitest';
import { isSampled } from '../../src/service/cases/advanceCase.ts';
import { caseClaims } from '../../src/service/db/store/caseClaims.ts';
import { inviteByCommand } from '../../src/service/desk/controlSocket.ts';
import { createDesk } from '../../src/service/desk/createDesk.ts';
import { readConfig } from '../../src/service/settings/config.ts';
import { databases, startTestService } from '../support/service.ts';
import { verify } from '../support/verification.ts';
import { makeWaitingCases } from '../support/waitingCases.ts';

test('20 reviewers who request the next of 200 cases 1,000 times never share one', async () => {
  // Uses a database with several connections, if there is one.
  const service = await startTestService({ database: databases.at(-1)! });
  await makeWaitingCases(service, 200);
  const { db, clock } = service.deps;
  const claimed: string[] = [];
  const ask = async (by: string) => {
    const now = clock();
    const claim = { by, now, until: new Date(now.getTime() + 600_000) };
    for (let time = 0; time < 50; time++) {
      const row = await caseClaims.next(db, 'test', claim, { settles: false });
      if (row) claimed.push(row.id);
    }
  };
  await Promise.all(Array.from({ length: 20 }, (_, index) => ask(`rev_${index}`)));
  expect(claimed).toHaveLength(200);
  expect(new Set(claimed).size).toBe(200);
});

test('approvals are sampled at random, at the configured rate', () => {
  const [percent, cases] = [7, 10_000];
  const draw = () => Array.from({ length: cases }, () => isSampled(percent)).filter(Boolean).length;
  const share = percent / 100;
  const sigma = Math.sqrt(cases * share * (1 - share));
  // The middle one of three: chance alone puts it beyond once in 50,000 runs.
  const sampled = [draw(), draw(), draw()].sort((a, b) => a - b)[1]!;
  expect(Math.abs(sampled - cases * share)).toBeLessThan(3 * sigma);
  expect(Array.from({ length: 1000 }, () => isSampled(0))).not.toContain(true);
});

test('a sampled approval is queued at the desk, and its review does not change the case', async () => {
  const desk = { ...readConfig({}).desk, qaSamplePercent: 100 };
  const service = await startTestService({ config: { desk } });
  const { id, consent, details, selfie, read, events } = await verify(service);
  await consent();
  await details({ familyName: 'IDVTEST_APPROVE' });
  await selfie();
  const before = await read();
  expect([before.status, before.dueAt]).toEqual(['approved', null]);
  const { db, clock } = service.deps;
  const now = clock();
  const row = await caseClaims.next(db, 'test', { by: 'rev_1', now, until: now }, { settles: false });
  expect(row?.id).toBe(id);
  expect(row?.due_at?.getTime()).toBe(now.getTime() + 24 * 3_600_000);
  expect(await read()).toEqual(before);
  expect((await events()).at(-1)).toBe('case.approved');
});

/** The role that each route needs; an unlisted route is refused to everybody. */
const ROUTES: Record<string, 'viewer' | 'reviewer' | 'administrator'> = {
  'GET /': 'viewer',
  'GET /live': 'viewer',
  'GET /figures': 'viewer',
  'GET /nothing': 'reviewer',
  'POST /next': 'reviewer',
  'GET /cases/:id/state': 'viewer',
  'POST /cases/:id/claim': 'reviewer',
  'POST /cases/:id/release': 'reviewer',
  'POST /cases/:id/skip': 'reviewer',
  'GET /alerts': 'viewer',
  'GET /alerts/:id': 'viewer',
  'POST /alerts/:id/hits': 'reviewer',
  'GET /search': 'viewer',
  'GET /search/name': 'viewer',
  'POST /search/name': 'viewer',
  'GET /cases/:id': 'viewer',
  'GET /cases/:id/frames/:n': 'viewer',
  'GET /cases/:id/trail/:n': 'viewer',
  'GET /cases/:id/reference': 'viewer',
  'GET /cases/:id/attempts/:check/:n': 'viewer',
  'GET /cases/:id/document/:side/:n': 'viewer',
  'GET /cases/:id/report.pdf': 'viewer',
  'POST /cases/:id/judgement': 'reviewer',
  'POST /cases/:id/transcription': 'reviewer',
  'POST /cases/:id/hits': 'reviewer',
  'POST /cases/:id/decision': 'reviewer',
  'POST /cases/:id/undo': 'reviewer',
  'POST /cases/:id/overturn': 'reviewer',
  'POST /cases/:id/link': 'reviewer',
  'POST /cases/:id/look': 'reviewer',
  'POST /cases/:id/known': 'administrator',
  'GET /quality': 'reviewer',
  'GET /settings': 'viewer',
  'POST /settings': 'viewer',
  'POST /mode': 'viewer',
  'GET /stay': 'viewer',
  'GET /audit': 'viewer',
  'POST /audit/export': 'viewer',
  'GET /team': 'administrator',
  'POST /team/invite': 'administrator',
  'POST /team/:id/switch': 'administrator',
  'POST /team/:id/role': 'administrator',
  'POST /sign-out': 'viewer',
  'POST /team/:id/replace': 'administrator',
  'POST /cases/:id/priority': 'reviewer',
  'POST /cases/:id/comments': 'reviewer',
  'GET /passkey': 'viewer',
  'POST /passkey/register': 'viewer',
  'POST /passkey/confirm': 'viewer',
  'POST /passkey/remove': 'viewer',
  'GET /house': 'administrator',
  'POST /house': 'administrator',
  'GET /statistics': 'viewer',
  'POST /statistics/export': 'administrator',
};
const ROLES = ['viewer', 'reviewer', 'administrator'] as const;

test('every route of the desk is open only to its roles', async () => {
  const service = await startTestService();
  const open = /^(GET|POST) \/(sign-in|invite)|^ALL |desk\.(css|js)$/;
  const known = createDesk(service.deps).routes.map(({ method, path }) => `${method} ${path}`);
  expect([...new Set(known)].filter((route) => !open.test(route)).sort()).toEqual(Object.keys(ROUTES).sort());
  const signIn = async (role: string) => {
    const path = await inviteByCommand(service.deps, { name: role, role });
    const headers = { 'Sec-Fetch-Site': 'same-origin' };
    const body = new URLSearchParams({ secret: path.split('/').at(-1)! });
    const entered = await fetch(`${service.url}/desk/invite`, {
      method: 'POST',
      body,
      headers,
      redirect: 'manual',
    });
    const Cookie = entered.headers.get('Set-Cookie')!.split(';')[0]!;
    const text = await (await fetch(`${service.url}/desk`, { headers: { Cookie } })).text();
    return { Cookie, token: /name="token" value="([^"]+)"/.exec(text)![1]! };
  };
  for (const role of [...ROLES, null]) {
    for (const [route, needed] of Object.entries(ROUTES)) {
      const [method = '', path = ''] = route.split(' ');
      const url = `${service.url}/desk${path.replace(':id', 'case_x').replace(':n', '0').replace(/\/$/, '')}`;
      const session = role ? await signIn(role) : { Cookie: '', token: '' };
      const response = await fetch(url, {
        method,
        redirect: 'manual',
        headers: { Cookie: session.Cookie, 'Sec-Fetch-Site': 'same-origin' },
        ...(method === 'POST' && { body: new URLSearchParams({ token: session.token }) }),
      });
      const text = await response.text();
      const isRefused = role
        ? response.status === 403 && text.includes('scope_missing')
        : response.headers.get('Location') === '/desk/sign-in';
      const mayCome = role !== null && ROLES.indexOf(role) >= ROLES.indexOf(needed);
      expect([role, route, isRefused]).toEqual([role, route, !mayCome]);
    }
  }
});
