import { expect, onTestFinished, test } from 'vitest';
import { listOf, startListServer } from '../../support/listServer.ts';
import { listDirectory, strangers } from '../../support/lists.ts';
import { readinessOf } from '../../support/readinessOf.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const person = { fullName: 'Ada Quill' };

async function screen(service: TestService, key = service.keys.live) {
  return (await service.call('POST', '/aml/screen', { json: { person }, key })).body;
}

async function started(config: object) {
  const service = await startTestService({ config });
  await service.deps.lists.loaded(60_000);
  return service;
}

function directory() {
  const lists = listDirectory(strangers);
  onTestFinished(lists.remove);
  return lists.path;
}

const required = (name: string) => [{ name, maxAgeDays: null }];

test('without a required list nobody is clear in live mode, and every place names it', async () => {
  const service = await started({ amlLists: [directory()], amlRequiredLists: required('ofac_sdn') });
  const detail = 'The required list ofac_sdn is in none of the files of AML_LISTS';
  expect(await screen(service)).toMatchObject({
    status: 'unavailable',
    dataset: { lacking: [{ list: 'ofac_sdn', why: 'missing', detail }] },
    warnings: [{ code: 'list_required', list: 'ofac_sdn', detail }],
  });
  expect(await screen(service, service.keys.test)).toMatchObject({ status: 'clear', warnings: [] });
  expect((await readinessOf(service)).checks.lists).toMatchObject({
    status: 'warn',
    detail: expect.stringContaining('Live screening is unavailable'),
    lacking: [{ list: 'ofac_sdn' }],
  });
  service.advance(10 * 60_000);
  await service.deps.lists.poll();
  await service.tick();
  const { body } = await service.call('GET', '/aml/monitoring', { key: service.keys.live });
  expect(body.days[0].lists).toMatchObject([
    { list: 'ofac_sdn', result: 'missing', detail, inUse: null, onDisk: null, isStale: null },
    { list: 'test_sanctions', result: 'unchanged' },
  ]);
  const file = new FormData();
  file.set('file', new Blob(['id,fullName\n1,Ada Quill\n']), 'people.csv');
  const { body: batch } = await service.call('POST', '/aml/batches', { body: file, key: service.keys.live });
  service.advance(16 * 60_000);
  await service.tick();
  const { body: ended } = await service.call('GET', `/aml/batches/${batch.id}`, { key: service.keys.live });
  expect(ended).toMatchObject({ status: 'failed' });
});

test('a list that is not required may be missing', async () => {
  const server = await startListServer({});
  onTestFinished(() => server.close());
  const amlLists = [directory(), `${server.url}/never.json`];
  const service = await started({ amlLists, amlRequiredLists: required('test_sanctions') });
  expect(await screen(service)).toMatchObject({ status: 'clear', dataset: { lacking: [] } });
  const strict = await started({ amlLists });
  expect(await screen(strict)).toMatchObject({
    status: 'unavailable',
    dataset: { lacking: [{ list: `${server.url}/never.json`, why: 'missing' }] },
  });
});

test('a required list has its own maximum age, and its watches are screened once it is confirmed again', async () => {
  const server = await startListServer({ '/people.json': listOf(strangers) });
  onTestFinished(() => server.close());
  const amlRequiredLists = [{ name: 'test_sanctions', maxAgeDays: 1 }];
  const service = await started({ amlLists: [`${server.url}/people.json`], amlRequiredLists });
  expect(await screen(service)).toMatchObject({ status: 'clear' });
  const { files } = server;
  const text = files.get('/people.json')!;
  files.clear();
  service.advance(2 * 86_400_000);
  await service.deps.lists.poll();
  expect(await screen(service)).toMatchObject({
    status: 'unavailable',
    warnings: [{ code: 'list_required', detail: expect.stringContaining('more than 1 days ago') }, {}],
  });
  const watch = async () => {
    const { body } = await service.call('GET', '/aml/watch', { key: service.keys.live });
    return body.data[0].status;
  };
  await service.call('POST', '/aml/watch', { json: { person }, key: service.keys.live });
  expect(await watch()).toBe('unavailable');
  files.set('/people.json', text);
  service.advance(6 * 3_600_000);
  await service.deps.lists.poll();
  expect(await screen(service)).toMatchObject({ status: 'clear' });
  await service.tick();
  expect(await watch()).toBe('clear');
});
