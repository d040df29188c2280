import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { jobs } from '../../src/service/db/store/jobs.ts';
import { keyStore } from '../../src/service/db/store/keyStore.ts';
import { storedPictures } from '../../src/service/db/store/storedPictures.ts';
import { listDirectory, strangers } from '../support/lists.ts';
import { startTestService } from '../support/service.ts';
import { waitFor } from '../support/waitFor.ts';

const token = 'scrape-me-0123456789';

describe('/metrics', () => {
  test('is disabled without a token or its own port', async () => {
    const service = await startTestService();
    expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
  });

  test('gives 404 without the token', async () => {
    const service = await startTestService({ config: { metrics: { token, port: null } } });
    for (const authorization of ['', 'Bearer ', `Bearer ${token}x`, `Basic ${token}`]) {
      const answer = await fetch(`${service.url}/metrics`, { headers: { authorization } });
      expect(answer.status, authorization).toBe(404);
    }
  });

  test('counts requests by route pattern, events and reasons, without any id', async () => {
    const service = await startTestService({ config: { metrics: { token, port: null } } });
    const returnUrl = 'https://shop.example/return';
    const { body } = await service.call('POST', '/cases', { json: { type: 'kyc_individual', returnUrl } });
    await service.call('GET', `/cases/${body.id}`);
    await service.call('GET', '/nothing-here');
    const text = await scrape(`${service.url}/metrics`);
    expect(text).toContain(
      'idv_http_request_seconds_count{method="GET",route="/v1/cases/:id",status="200"} 1',
    );
    expect(text).toMatch(/idv_http_request_seconds_count\{method="GET",route="unmatched",status="404"\} 1/);
    expect(text).toMatch(/idv_events_total\{.*type="case.created".*\} 1/);
    expect(text).toContain('idv_database_up 1');
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    expect(text).not.toMatch(/case_[0-9a-z]{26}|key_[0-9a-z]{26}|shop\.example/);
    expect(text.trimEnd().endsWith('# EOF')).toBe(true);
  });

  test('reports a database that does not respond', async () => {
    const service = await startTestService({ config: { metrics: { token, port: null } } });
    const { db } = service.deps;
    await db.schema.alterTable('jobs').renameTo('jobs_away').execute();
    expect(await scrape(`${service.url}/metrics`)).toContain('idv_database_up 0');
    await db.schema.alterTable('jobs_away').renameTo('jobs').execute();
    expect(await scrape(`${service.url}/metrics`)).toContain('idv_database_up 1');
  });

  test('is served on its own port without a token', async () => {
    const service = await startTestService({ config: { metrics: { token: null, port: 0 } } });
    const line = () =>
      service
        .logged()
        .split('\n')
        .find((each) => each.includes('"event":"metrics"'));
    await waitFor(() => line() !== undefined);
    const { url } = JSON.parse(line()!);
    expect(await (await fetch(url)).text()).toContain('idv_database_up 1');
    expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
    const ready = await fetch(new URL('/readyz', url));
    expect([ready.status, (await ready.json()).checks.database]).toEqual([200, { status: 'ok' }]);
    await service.close();
    await expect(fetch(url)).rejects.toThrow();
  });
});

test('reports what waits to be destroyed and deleted', async () => {
  const service = await startTestService({ config: { metrics: { token, port: null } } });
  const { db } = service.deps;
  const text = await scrape(`${service.url}/metrics`);
  expect(text).toContain('idv_key_slots_due 0');
  expect(text).toContain('idv_picture_deletions_due 0');
  await keyStore.addToDestroy(db, [Buffer.from('slot one'), Buffer.from('slot two')], 'destroyed');
  await storedPictures.noteUnused(db, [{ case_id: 'case_1', object: 'one' }]);
  const later = await scrape(`${service.url}/metrics`);
  expect(later).toContain('idv_key_slots_due 2');
  expect(later).toContain('idv_picture_deletions_due 1');
});

test('reports each list in use with its size and age', async () => {
  const lists = listDirectory(strangers);
  onTestFinished(lists.remove);
  const file = join(lists.path, 'people.json');
  const dated = readFileSync(file, 'utf8').replaceAll(
    '"schema"',
    '"last_seen":"2020-01-01T00:00:00","schema"',
  );
  writeFileSync(file, dated);
  const config = { metrics: { token, port: null }, amlLists: [lists.path] };
  const service = await startTestService({ config });
  await service.deps.lists.loaded(60_000);
  service.advance(3_600_000);
  const text = await scrape(`${service.url}/metrics`);
  expect(text).toContain('idv_lists_in_use 1');
  expect(text).toMatch(/^idv_list_entities\{list="\w+"\} [1-9]\d*$/m);
  expect(Number(/^idv_list_age_seconds\{list="\w+"\} (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(3599);
  expect(text).toMatch(/^idv_list_stale\{list="\w+"\} 1$/m);
  expect(text).toMatch(/^idv_list_refused\{list="\w+"\} 0$/m);
});

test('reports the number and the waiting time of jobs in each queue', async () => {
  const service = await startTestService({ config: { metrics: { token, port: null } } });
  await service.tick();
  const { db, clock } = service.deps;
  const at = clock();
  const job = { id: 'job_x', kind: 'settle_case', queue: 'nobody', subject: 'x', case_id: '', priority: 0 };
  await jobs.putIfNone(db, { ...job, run_at: at, created_at: at });
  service.advance(90_000);
  const text = await scrape(`${service.url}/metrics`);
  expect(text).toContain('idv_jobs_due{kind="settle_case",queue="nobody"} 1');
  expect(text).toContain('idv_jobs_oldest_seconds{kind="settle_case",queue="nobody"} 90');
});

async function scrape(url: string): Promise<string> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('application/openmetrics-text');
  return await answer.text();
}
