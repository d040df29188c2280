import { expect, test } from 'vitest';
import { databases, startTestService } from '../../support/service.ts';
import { emit, loopback, receiver, register } from '../../support/webhooks.ts';

const ENDPOINTS = 64;
const EVENTS = 10;

test('one unresponsive endpoint delays none of 63 others', async () => {
  const service = await startTestService({ database: databases.at(-1)!, config: loopback });
  const isSlow = (path: string) => path.endsWith('/slow');
  const { url, received } = await receiver((response, { path }) => {
    if (!isSlow(path)) response.writeHead(204).end();
  });
  await register(service, `${url}/slow`);
  for (let number = 1; number < ENDPOINTS; number++) await register(service, `${url}/${number}`);
  const ids: string[] = [];
  for (let number = 0; number < EVENTS; number++) ids.push(await emit(service));
  const quick = () => received.filter(({ path }) => !isSlow(path));
  await expect.poll(() => quick().length).toBe((ENDPOINTS - 1) * EVENTS);
  const each = new Map<string, Set<string>>();
  for (const { path, headers } of quick())
    each.set(path, (each.get(path) ?? new Set()).add(headers['webhook-id']!));
  expect([...each.values()].every((got) => ids.every((id) => got.has(id)))).toBe(true);
});
