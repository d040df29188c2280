import { type Clock, systemClock } from '../client/clock.ts';
import { IdvTimeoutError } from '../client/errors.ts';
import type { Case } from '../contract/case.ts';
import type { CaseStatus } from '../contract/caseStatus.ts';
import { endedStatuses } from '../contract/endedStatuses.ts';
import type { RequestOptions } from './requestOptions.ts';

const SETTLED: CaseStatus[] = ['in_review', ...endedStatuses];
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

export interface WaitOptions extends RequestOptions {
  /** The statuses to wait for; default: all but `requires_input` and `processing`. */
  until?: readonly CaseStatus[] | undefined;
  /** Milliseconds; default 60 000. */
  timeoutMs?: number | undefined;
}

/**
 * Polls a case until it has one of the awaited statuses, at growing intervals of half a second to five seconds.
 * @throws IdvTimeoutError if this takes longer than `timeoutMs`.
 */
export async function waitForCase(
  retrieve: (id: string, options: RequestOptions) => Promise<Case>,
  id: string,
  { until = SETTLED, timeoutMs = 60_000, signal }: WaitOptions = {},
  clock: Clock = systemClock,
): Promise<Case> {
  const deadline = clock.now() + timeoutMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const current = await retrieve(id, { signal });
    if (until.includes(current.status)) return current;
    if (clock.now() + pause > deadline) {
      throw new IdvTimeoutError(
        `The case is still ${current.status} after ${timeoutMs} ms. Wait for the webhook, or raise timeoutMs`,
      );
    }
    await clock.sleep(pause, signal);
  }
}
