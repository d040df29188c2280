import { expect, test } from 'vitest';
import { resolveBy } from '../../support/resolveBy.ts';
import { databases, startTestService } from '../../support/service.ts';
import { setContact } from '../../support/verification.ts';
import { attempts, loopback, receiver } from '../../support/webhooks.ts';

const names: Record<string, string[]> = {
  'inside.example': ['10.0.0.7'],
  'metadata.example': ['169.254.169.254'],
  'mixed.example': ['93.184.215.14', '127.0.0.1'],
  'here.example': ['127.0.0.1'],
};
resolveBy(names);

test('a name that resolves to a private address gets no webhook, even if registered', async () => {
  const service = await startTestService({ database: databases.at(-1)!, config: loopback });
  await setContact(service);
  const here = await receiver();
  const key = service.keys.live;
  const call: typeof service.call = (method, path, options) =>
    service.call(method, path, { key, ...options });
  const port = new URL(here.url).port;
  for (const name of [...Object.keys(names), 'unknown.example']) {
    const url = `https://${name}:${name === 'here.example' ? port : 443}/`;
    expect((await call('POST', '/webhook-endpoints', { json: { url } })).status).toBe(201);
  }
  const json = { type: 'kyc_individual', returnUrl: 'https://shop.example/back' };
  const { id } = (await call('POST', '/cases', { json })).body;
  const [event] = (await call('GET', `/events?caseId=${id}`)).body.data;
  const made = (await attempts({ ...service, call }, event.id, 5)).filter(({ at }) => at !== null);
  expect(made.map(({ status, responseStatus }) => [status, responseStatus])).toEqual(
    made.map(() => ['failed', null]),
  );
  expect(made.map(({ error }) => error).sort()).toEqual([
    ...Object.keys(names).map(() => 'address_not_allowed'),
    'name_not_resolved',
  ]);
  expect(here.received).toEqual([]);
});
