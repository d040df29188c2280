import { expect, test } from 'vitest';
import { errors } from '../../../src/contract/errors.ts';
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

test('the type of a problem opens the page that has a heading for it', async () => {
  const { call, url } = await startTestService({ database: databases.at(-1)! });
  const { body } = await call('GET', '/cases/nothing');
  const link = new URL(body.type, url);
  const page = await fetch(link);
  expect([page.status, page.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
  const text = await page.text();
  expect(text).toContain(`<h2 id="${link.hash.slice(1)}">`);
  for (const code of Object.keys(errors)) expect(text).toContain(`id="${code}"`);
});
