import { describe, expect, onTestFinished, test } from 'vitest';
import { AmlMonitoring } from '../../../src/contract/monitoring.ts';
import { listDirectory, strangers, untilListsChange } from '../../support/lists.ts';
import { databases, startTestService } from '../../support/service.ts';
import { person, verify } from '../../support/verification.ts';

const DAY_MS = 86_400_000;
const mirela = { id: 'NK-mirela', name: 'Mirela Dragavei', born: person.dateOfBirth, country: 'ro' };

describe.each(databases)('the daily monitoring record on %s', (database) => {
  test('has the result of each list, and the number of cases due, done and quarantined', async () => {
    const lists = listDirectory(strangers);
    onTestFinished(lists.remove);
    // Midnight would divide the record between two days.
    const now = new Date(new Date().setUTCHours(9, 0, 0, 0));
    const service = await startTestService({ database, now, config: { amlLists: [lists.path] } });
    await service.deps.lists.loaded(60_000);
    const pass = async (ms: number) => {
      service.advance(ms);
      await service.deps.lists.poll();
      await service.tick();
    };
    const read = async (query = '') =>
      AmlMonitoring.parse((await service.call('GET', `/aml/monitoring${query}`)).body);
    const verification = await verify(service);
    await verification.consent();
    await verification.details();
    await verification.selfie();
    const { checks } = await verification.read();
    await pass(601_000);
    const [first] = (await read()).days;
    expect(first).toMatchObject({
      due: 0,
      done: 0,
      putAside: 0,
      lists: [{ result: 'unchanged', isStale: null }],
    });
    const { list, entities } = first!.lists[0]!;

    lists.write([...strangers, mirela]);
    await untilListsChange(service);
    await pass(601_000);
    const changed = (await read()).days.find(({ lists }) => lists[0]?.result === 'changed');
    expect(changed).toMatchObject({
      due: 1,
      done: 1,
      lists: [{ list, entities: entities! + 1, entitiesBefore: entities, checks: expect.any(Number) }],
    });

    await pass(2 * DAY_MS);
    const { days, remaining, from, to } = await read();
    expect([days.length, days[0]!.day, days.at(-1)!.day, remaining]).toEqual([30, to, from, 0]);
    expect(days.slice(0, 3).map((day) => day.lists[0]?.result)).toEqual([
      'unchanged',
      'not_checked',
      'changed',
    ]);
    const report = (await service.call('GET', `/aml/screen/${checks.aml.id}/report`)).body;
    expect(report.listDays.map(({ result }: { result: string }) => result)).toEqual(
      expect.arrayContaining(['changed', 'not_checked', 'unchanged']),
    );
    expect(await service.call('GET', '/aml/monitoring?from=2026-02-01&to=2026-01-01')).toMatchObject({
      status: 400,
      body: { code: 'query_invalid' },
    });
  });
});
