import { expect, onTestFinished, test } from 'vitest';
import { listDirectory, strangers, untilListsChange } from '../../support/lists.ts';
import { databases, startTestService } from '../../support/service.ts';
import { person, verify } from '../../support/verification.ts';

test.skipIf(!databases.includes('postgres'))('two processes monitor each case once', async () => {
  const lists = listDirectory(strangers);
  onTestFinished(lists.remove);
  const amlLists = [lists.path];
  const first = await startTestService({ database: 'postgres', config: { amlLists } });
  const { databaseUrl, masterKey } = first.deps.config;
  const second = await startTestService({ config: { amlLists, databaseUrl, masterKey } });
  const both = [first, second];
  for (const { deps } of both) await deps.lists.loaded(60_000);
  const all = [];
  for (let i = 0; i < 12; i++) {
    const verification = await verify(both[i % 2]!);
    await verification.consent();
    await verification.details();
    await verification.selfie();
    all.push(verification);
  }
  lists.write([...strangers, { id: 'NK-mirela', name: 'Mirela Dragavei', born: person.dateOfBirth }]);
  await Promise.all(both.map(untilListsChange));
  first.advance(60_000);
  await Promise.all(both.map(({ tick }) => tick()));
  for (const { read, events } of all) {
    expect((await read()).status).toBe('in_review');
    expect((await events()).filter((type) => /updated|in_review/.test(type))).toHaveLength(2);
  }
  const datasets = await first.deps.db
    .selectFrom('aml_datasets')
    .select('number')
    .orderBy('number')
    .execute();
  expect(datasets).toEqual([{ number: 1 }, { number: 2 }]);
  expect(
    await first.deps.db.selectFrom('jobs').select('kind').where('queue', '<>', 'sweeps').execute(),
  ).toEqual([]);
});
