import type { Kysely } from 'kysely';
import type { Handoff } from '../../contract/handoff.ts';
import { ApiError } from '../ApiError.ts';
import { viewHandoff } from '../cases/handoffView.ts';
import type { Database } from '../db/schema.ts';
import { cases } from '../db/store/cases.ts';
import { handoffs } from '../db/store/handoffs.ts';
import type { WakeSignals } from '../db/WakeChannel.ts';
import { errorForLog, type Log } from '../log.ts';

/** A stream reads again so often without a signal: it must notice the end of its key, and a signal may be lost. */
const POLL_MS = 2000;
/** Minimum time between two readings: others may change their hand-offs all the time. */
const PAUSE_MS = 300;
const HEARTBEAT_MS = 15_000;
/** Maximum duration of a stream; the page then opens another one. This limits the use of a key to its lifetime. */
const MAX_MS = 5 * 60_000;
/** Streams of a case at a node: of two tabs, and of one whose connection broke unnoticed. */
const MAX_STREAMS = 3;

interface Following {
  db: Kysely<Database>;
  clock: () => Date;
  log: Log;
  wake: Pick<WakeSignals, 'handoffs'>;
  state: { draining: boolean; streams: Map<string, number> };
}

/**
 * Streams a hand-off as server-sent events: its status, then each change; the stream ends with the hand-off, and within
 * seconds with its key.
 * @param mayGoOn whether the key of the stream is still valid.
 * @throws {ApiError} `rate_limited` if the case has too many streams.
 */
export function followHandoff(
  { db, clock, log, wake, state }: Following,
  caseId: string,
  mayGoOn: () => Promise<boolean>,
): ReadableStream<Uint8Array> {
  const release = takeStream(state.streams, caseId);
  const stopped = new AbortController();
  const write = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const send = (text: string) => controller.enqueue(new TextEncoder().encode(text));
    const until = performance.now() + MAX_MS;
    let lastText = '';
    let sentAt = performance.now();
    while (!stopped.signal.aborted && !state.draining && performance.now() < until && (await mayGoOn())) {
      const changed = nextChange(wake.handoffs, stopped.signal);
      const view = await readHandoff(db, caseId, clock());
      const text = JSON.stringify(view);
      if (stopped.signal.aborted) return;
      if (text !== lastText) send(`data: ${text}\n\n`);
      else if (performance.now() - sentAt >= HEARTBEAT_MS) send(': still here\n\n');
      if (text !== lastText || performance.now() - sentAt >= HEARTBEAT_MS) sentAt = performance.now();
      lastText = text;
      if (view.status === 'done' || view.status === 'ended') break;
      await changed;
    }
  };
  return new ReadableStream({
    start: (controller) => {
      write(controller)
        .catch((error: unknown) => log.error('stream ended', { caseId, ...errorForLog(error) }))
        .finally(() => {
          release();
          if (!stopped.signal.aborted) controller.close();
          stopped.abort();
        });
    },
    cancel: () => stopped.abort(),
  });
}

/** A hand-off as shown to both devices. */
async function readHandoff(db: Kysely<Database>, caseId: string, now: Date): Promise<Handoff> {
  const handoff = await handoffs.find(db, caseId);
  return viewHandoff(handoff, handoff && (await cases.find(db, handoff.mode, caseId)), now);
}

/** @returns gives the stream back. */
function takeStream(streams: Map<string, number>, caseId: string): () => void {
  const open = streams.get(caseId) ?? 0;
  if (open >= MAX_STREAMS)
    throw new ApiError('rate_limited', {
      detail: 'The case has too many open streams. Close one, or ask without Accept: text/event-stream.',
      headers: { 'Retry-After': '5' },
    });
  streams.set(caseId, open + 1);
  return () => {
    const others = streams.get(caseId)! - 1;
    if (others > 0) streams.set(caseId, others);
    else streams.delete(caseId);
  };
}

/** Resolves at the next change of any hand-off, after a short pause; after `POLL_MS`; or when the reader leaves. */
function nextChange(signal: WakeSignals['handoffs'], left: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let timer = setTimeout(() => end(), POLL_MS);
    const begun = performance.now();
    const unlisten = signal.listen(() => {
      clearTimeout(timer);
      timer = setTimeout(() => end(), Math.max(0, PAUSE_MS - (performance.now() - begun)));
    });
    const end = () => {
      clearTimeout(timer);
      unlisten();
      left.removeEventListener('abort', end);
      resolve();
    };
    left.addEventListener('abort', end, { once: true });
    if (left.aborted) end();
  });
}
