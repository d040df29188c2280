import { expect, test } from 'vitest';
import { startReadiness } from '../../../src/service/readiness/readiness.ts';
import { wayToKeys } from '../../support/keyBucket.ts';
import { startTestService } from '../../support/service.ts';
import { sharedStores } from '../../support/sharedStores.ts';

const storeOf = sharedStores();

test.each(['pictures', 'keys'] as const)(
  'a bucket of %s that hangs is logged with its code, once',
  async (which) => {
    const { way, keys: place } = await wayToKeys(await storeOf('s3rver'));
    const { deps, logged } = await startTestService({ config: { [which]: place } });
    way.fault = 'hangs';
    const readiness = startReadiness({ ...deps, isFull: async () => false, answerMs: 100 });
    expect((await readiness()).checks[which].status).toBe('warn');
    await readiness();
    const said = () =>
      (logged().match(/^.*"readiness unknown".*$/gm) ?? []).map((line) => {
        const { check, code } = JSON.parse(line);
        return `${check} ${code}`;
      });
    await expect.poll(said).toEqual([`${which} TooSlow`]);
  },
);

test('a bucket of pictures that is away is logged once until it is back, with operation and code', async () => {
  const { way, keys: place } = await wayToKeys(await storeOf('s3rver'), 1000);
  const { deps, logged } = await startTestService({ config: { pictures: place } });
  const put = () => deps.pictures.putSealed('case_1', Buffer.from('picture'));
  const said = () =>
    // The sweeps of the service meet the same outage, and say so of their own operations.
    (logged().match(/^.*"picture store away".*"put".*$/gm) ?? []).map((line) => {
      const { operation, detail } = JSON.parse(line);
      return `${operation} ${/\((.*)\)/.exec(detail)![1]}`;
    });
  way.fault = 'hangs';
  for (const _ of [1, 2]) await expect(put()).rejects.toThrow();
  await expect.poll(said).toEqual(['put TooSlow']);
  way.fault = 'none';
  await put();
  way.fault = 'full';
  for (const _ of [1, 2]) await expect(put()).rejects.toThrow();
  await expect.poll(said).toEqual(['put TooSlow', 'put HTTP 507']);
});
