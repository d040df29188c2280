import { expect, test } from 'vitest';
import { SessionHolder } from '../../src/client/SessionHolder.ts';

const START = Date.parse('2030-01-01T00:00:00Z');
const MINUTE = 60_000;

/** A holder of 15-minute sessions. The clock of the service is `skew` milliseconds ahead of the page's. */
function holderAndTime(skew = 0) {
  const time = { now: START };
  const clock = { now: () => time.now, sleep: async () => {} };
  let count = 0;
  const fetchSession = async () => ({
    caseId: 'case_1',
    sessionKey: `idvs_test_${++count}`,
    expiresAt: new Date(time.now + skew + 15 * MINUTE).toISOString(),
    baseUrl: 'https://api.example/v1',
  });
  return { time, holder: new SessionHolder({ fetchSession, timeoutMs: 1000, clock }) };
}

async function keyAfter({ holder, time }: ReturnType<typeof holderAndTime>, ms: number): Promise<string> {
  await holder.current();
  time.now = START + ms;
  return (await holder.current()).sessionKey;
}

test('reuses a session until 30 seconds before it expires', async () => {
  expect(await keyAfter(holderAndTime(), 14.4 * MINUTE)).toBe('idvs_test_1');
  expect(await keyAfter(holderAndTime(), 14.6 * MINUTE)).toBe('idvs_test_2');
});

test('reuses a session if the clock of the page is wrong', async () => {
  const behind = -60 * MINUTE;
  expect(await keyAfter(holderAndTime(behind), 0)).toBe('idvs_test_1');
  expect(await keyAfter(holderAndTime(behind), 0.9 * MINUTE)).toBe('idvs_test_1');
});
