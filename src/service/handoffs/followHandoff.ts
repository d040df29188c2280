import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { viewHandoff } from '../cases/handoffView.ts';
import type { Database } from '../db/schema.ts';
import { handoffs } from '../db/store/handoffs.ts';

/** Polling interval of a node. A change made by another node is visible within a second. */
const POLL_MS = 400;
const HEARTBEAT_MS = 15_000;
/** Maximum duration of a stream; the page then opens another one. This limits the use of a key to its lifetime. */
const MAX_MS = 5 * 60_000;

interface Following {
  db: Kysely<Database>;
  clock: () => Date;
  state: { draining: boolean };
}

/** Streams a hand-off as server-sent events: its status, then each change; the stream ends with the hand-off. */
export function followHandoff({ db, clock, state }: Following, caseId: string): ReadableStream<Uint8Array> {
  const stopped = new AbortController();
  const write = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const send = (text: string) => controller.enqueue(new TextEncoder().encode(text));
    const until = performance.now() + MAX_MS;
    let lastText = '';
    let sentAt = performance.now();
    while (!stopped.signal.aborted && !state.draining && performance.now() < until) {
      const view = viewHandoff(await handoffs.find(db, caseId), clock());
      const text = JSON.stringify(view);
      if (stopped.signal.aborted) return;
      if (text !== lastText) send(`data: ${text}\n\n`);
      else if (performance.now() - sentAt >= HEARTBEAT_MS) send(': still here\n\n');
      if (text !== lastText || performance.now() - sentAt >= HEARTBEAT_MS) sentAt = performance.now();
      lastText = text;
      if (view.status === 'done' || view.status === 'ended') break;
      await delay(POLL_MS, undefined, { signal: stopped.signal });
    }
  };
  return new ReadableStream({
    start: (controller) => {
      write(controller)
        .catch(() => undefined)
        .finally(() => {
          if (!stopped.signal.aborted) controller.close();
        });
    },
    cancel: () => stopped.abort(),
  });
}
