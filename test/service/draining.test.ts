import { expect, test } from 'vitest';
import { startTestService } from '../support/service.ts';
import { waitFor } from '../support/waitFor.ts';

test('a draining service reports it at /readyz, and still answers until the delay is over', async () => {
  const service = await startTestService({ config: { drainDelayMs: 4000 } });
  const ready = async () => (await fetch(`${service.url}/readyz`)).status;
  expect(await ready()).toBe(200);
  const closing = service.close();
  await waitFor(async () => (await ready()) === 503);
  expect((await service.call('GET', '/cases')).status).toBe(200);
  await closing;
  await expect(ready()).rejects.toThrow();
});
