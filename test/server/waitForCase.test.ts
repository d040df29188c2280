import { expect, test } from 'vitest';
import type { Case } from '../../src/contract/case.ts';
import type { CaseStatus } from '../../src/contract/caseStatus.ts';
import { waitForCase } from '../../src/server/waitForCase.ts';

/** A case that takes these states in sequence, one per request, with its own clock. */
function goingThrough(...states: CaseStatus[]) {
  let time = 0;
  let looks = 0;
  const clock = {
    now: () => time,
    sleep: async (ms: number) => {
      time += ms;
    },
  };
  const retrieve = async () => ({ status: states[Math.min(looks++, states.length - 1)] }) as Case;
  return { clock, retrieve, elapsed: () => time };
}

test('polls with growing delays until the case is settled', async () => {
  const { clock, retrieve, elapsed } = goingThrough('requires_input', 'processing', 'processing', 'approved');
  expect((await waitForCase(retrieve, 'case_1', {}, clock)).status).toBe('approved');
  expect(elapsed()).toBe(500 + 1000 + 2000);
});

test('waits for the given states', async () => {
  const { clock, retrieve } = goingThrough('requires_input', 'in_review', 'declined');
  const found = await waitForCase(retrieve, 'case_1', { until: ['declined'] }, clock);
  expect(found.status).toBe('declined');
});

test('gives up after its timeout', async () => {
  const { clock, retrieve, elapsed } = goingThrough('processing');
  const waiting = waitForCase(retrieve, 'case_1', { timeoutMs: 20_000 }, clock);
  await expect(waiting).rejects.toMatchObject({ name: 'IdvTimeoutError', message: /processing/ });
  expect(elapsed()).toBeLessThanOrEqual(20_000);
});
