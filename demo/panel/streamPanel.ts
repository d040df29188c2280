import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Customer } from '../Customers.ts';
import type { Recorder, Row } from './Recorder.ts';

/** Interval of heartbeats in milliseconds, because proxies close a silent connection. */
const SILENCE_MS = 15_000;

/** Sends a visitor the secret of their panel, all previous calls, and every new call. */
export function streamPanel(c: Context, customer: Customer, recorder: Recorder): Response {
  return streamSSE(c, async (stream) => {
    const waiting: Row[] = recorder.rows(customer.id);
    let wake = () => {};
    const unlisten = recorder.listen(customer.id, (row) => {
      waiting.push(row);
      wake();
    });
    stream.onAbort(() => {
      unlisten();
      wake();
    });
    await stream.writeSSE({ event: 'secret', data: customer.panelSecret });
    while (!stream.aborted && !stream.closed) {
      // In one write, so that the page lays out only once.
      await stream.write(waiting.splice(0).map(eventOf).join(''));
      if (waiting.length > 0) continue;
      const timeout = await woken((call) => {
        wake = call;
      });
      if (timeout && !stream.aborted) await stream.write(': still here\n\n');
    }
    unlisten();
  });
}

function eventOf(row: Row): string {
  return `id: ${row.n}\ndata: ${JSON.stringify(row)}\n\n`;
}

/** Waits for a call. Resolves to whether the time ran out before one arrived. */
function woken(onCall: (call: () => void) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), SILENCE_MS);
    onCall(() => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}
