import { describe, expect, test } from 'vitest';
import { databases, sharedServices } from '../support/service.ts';
import { person } from '../support/verification.ts';

const service = sharedServices({ now: new Date('2026-03-10T12:00:00Z') });
const create = { type: 'kyc_individual', returnUrl: 'https://shop.example/return' };

describe.each(databases)('how far people get, on %s', (database) => {
  test('per day, with medians, including days without cases', async () => {
    const { call, advance } = service(database);
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.push((await call('POST', '/cases', { json: create })).body.id);
    advance(20_000);
    const consent = { biometric: true, textVersion: '1', locale: 'en' };
    for (const id of ids.slice(0, 2)) await call('POST', `/cases/${id}/consent`, { json: consent });
    advance(60_000);
    await call('POST', `/cases/${ids[0]}/personal-details`, { json: person });
    await call('POST', `/cases/${ids[2]}/cancel`);

    const { status, body } = await call('GET', '/stats?from=2026-03-09&to=2026-03-10');
    expect(status).toBe(200);
    expect(body.data.map(({ date }: { date: string }) => date)).toEqual(['2026-03-09', '2026-03-10']);
    expect(body.data[0]).toMatchObject({ created: 0, retryReasons: {}, medianSeconds: { consent: null } });
    expect(body.data[1]).toMatchObject({
      created: 3,
      consented: 2,
      details: 1,
      selfie: 0,
      submitted: 0,
      outcomes: { approved: 0, declined: 0, in_review: 0, expired: 0, canceled: 1 },
      medianSeconds: { consent: 20, details: 60, selfie: null, outcome: null },
    });
  });

  test('the last 30 days are the default; live data is apart', async () => {
    const { call, keys } = service(database);
    const { body } = await call('GET', '/stats', { key: keys.live });
    expect(body.data).toHaveLength(30);
    expect(body).toMatchObject({ from: '2026-02-09', to: '2026-03-10' });
    expect(body.data[29].created).toBe(0);
  });

  test.each(['from=2026-02-30', 'from=2026-03-10&to=2026-03-09', 'from=2025-01-01&to=2026-03-10', 'day=1'])(
    '%s is refused',
    async (query) => {
      expect((await service(database).call('GET', `/stats?${query}`)).status).toBe(400);
    },
  );
});
