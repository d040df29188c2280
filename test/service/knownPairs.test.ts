import { describe, expect, test } from 'vitest';
import { wilson } from '../../src/service/desk/pages/quality.ts';
import { come, type Visitor } from '../support/desk.ts';
import { databases, sharedServices } from '../support/service.ts';
import { verify } from '../support/verification.ts';

const services = sharedServices();
const DAY_MS = 86_400_000;

describe.each(databases)('a pair that is known on %s', (database) => {
  test('is shown to each reviewer once like any other case, and measures only that reviewer', async () => {
    const service = services(database);
    const { id, consent, details, selfie, read, events } = await verify(service);
    await consent();
    await details({ familyName: 'IDVTEST_APPROVE' });
    await selfie();
    const before = { case: await read(), events: await events(), stats: await stats() };
    async function stats() {
      return (await service.call('GET', '/stats')).body;
    }
    const { visitor: administrator } = await come(service, 'administrator');
    const path = `/desk/cases/${id}`;
    await administrator.post(`${path}/known`, { truth: 'different' });
    expect((await administrator.post('/desk/next', {})).to).toBe('/desk/nothing');

    const judge = async (visitor: Visitor, likeness: string) => {
      expect((await visitor.get('/desk')).text).toContain(path);
      expect((await visitor.post('/desk/next', {})).to).toBe(path);
      const { text } = await visitor.get(path);
      expect(text).not.toMatch(/known pair|sample|approved|quality check/i);
      expect(text).toContain('in 24 h');
      for (const [, src] of text.matchAll(/(?:src|href)="(\/desk\/cases\/[^"]+\/frames\/\d+)"/g))
        await visitor.get(src!);
      await visitor.post(`${path}/judgement`, { likeness });
      const expectedVersion = String((await read()).version);
      await visitor.post(`${path}/decision`, {
        outcome: 'declined',
        reason: 'another_person',
        expectedVersion,
      });
      service.advance(11_000);
      await service.tick();
      expect((await visitor.get('/desk')).text).not.toContain(path);
      expect((await visitor.post('/desk/next', {})).to).toBe('/desk/nothing');
    };
    const [{ visitor: one }, { visitor: two }] = [await come(service), await come(service)];
    await judge(one, '-2');
    await judge(two, '3');
    expect((await administrator.get('/desk')).text).not.toContain(path);
    expect({ case: await read(), events: await events(), stats: await stats() }).toEqual(before);

    expect((await one.get('/desk/quality')).text).toContain('There are no measurements yet');
    service.advance(DAY_MS);
    const { visitor: later } = await come(service, 'administrator');
    const shown = (await later.get('/desk/quality')).text;
    expect(shown.match(/<td>1 of 1 \(21–100 %\)<\/td>/g)).toHaveLength(2);
    const { visitor: stranger } = await come(service);
    expect((await stranger.get('/desk/quality')).text).toContain('There are no measurements yet');
    await service.call('DELETE', `/cases/${id}`);
  });
});

test('the interval of a share is the Wilson interval', () => {
  const { low, high } = wilson(9, 10);
  expect([low.toFixed(3), high.toFixed(3)]).toEqual(['0.596', '0.982']);
});
