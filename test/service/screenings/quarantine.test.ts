import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { monitoringFinding } from '../../../src/service/cli/runChecks.ts';
import { listDirectory, strangers, untilListsChange } from '../../support/lists.ts';
import { readinessOf } from '../../support/readinessOf.ts';
import { databases, startTestService } from '../../support/service.ts';
import { person, verify } from '../../support/verification.ts';

const token = 'a token for the metrics';
const mirela = { id: 'NK-mirela', name: 'Mirela Dragavei', born: person.dateOfBirth, country: 'ro' };

describe.each(databases)('monitoring on %s', (database) => {
  test('quarantines a damaged case, continues with others, and retries it with the next lists', async () => {
    const lists = listDirectory(strangers);
    onTestFinished(lists.remove);
    const config = { amlLists: [lists.path], metrics: { token: token.replaceAll(' ', '-'), port: null } };
    const service = await startTestService({ database, config });
    await service.deps.lists.loaded(60_000);
    const all = [];
    for (let i = 0; i < 3; i++) {
      const verification = await verify(service);
      await verification.consent();
      await verification.details();
      await verification.selfie();
      all.push(verification);
    }
    const [bad, ...others] = all;
    const { db } = service.deps;
    const turnBits = sql`update personal_details set sealed = set_byte(sealed, 20, 255 - get_byte(sealed, 20))
      where case_id = ${bad!.id}`;
    await turnBits.execute(db);

    lists.write([...strangers, mirela]);
    await untilListsChange(service);
    for (const { read } of others) expect((await read()).status).toBe('in_review');
    expect((await bad!.read()).status).toBe('approved');
    expect(service.logged()).toMatch(new RegExp(`"quarantined","work":"monitoring","id":"${bad!.id}"`));
    expect((await readinessOf(service)).checks.monitoring['quarantined']).toBe(1);
    const headers = { Authorization: `Bearer ${config.metrics.token}` };
    const metrics = await (await fetch(`${service.url}/metrics`, { headers })).text();
    expect(metrics).toContain('idv_quarantined{work="monitoring"} 1');
    expect((await monitoringFinding(db)).text).toContain(bad!.id);
    const putAside = async () => (await service.call('GET', '/aml/monitoring')).body.putAside;
    expect(await putAside()).toBe(1);

    await turnBits.execute(db);
    lists.write([...strangers, mirela, { id: 'NK-next', name: 'Nobody' }]);
    await untilListsChange(service);
    expect((await bad!.read()).status).toBe('in_review');
    expect((await monitoringFinding(db)).level).toBe('ok');
    expect(await putAside()).toBe(0);
  });
});
