import { expect, test } from 'vitest';
import { databases, startTestService } from '../../support/service.ts';

test('the description is served without a key, with the address of this service', async () => {
  const { call, url } = await startTestService({ database: databases.at(-1)! });
  const reply = await call('GET', '/openapi.json', { key: null });
  expect(reply).toMatchObject({ status: 200, body: { openapi: '3.1.1', servers: [{ url: `${url}/v1` }] } });
  expect(reply.headers.get('Content-Type')).toBe('application/json');
  expect(reply.headers.get('Request-Id')).toMatch(/^req_/);
  const atRoot = await fetch(`${url}/openapi.json`);
  expect(await atRoot.json()).toEqual(reply.body);
});
