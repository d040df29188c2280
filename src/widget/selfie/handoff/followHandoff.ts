import type { HandoffClient } from '../../../client/createHandoffClient.ts';
import { IdvApiError } from '../../../client/errors.ts';
import type { Fetch } from '../../../client/exchange.ts';
import type { Handoff } from '../../../contract/handoff.ts';
import { linkedController } from '../../step/linkedController.ts';
import { pause } from '../../step/pause.ts';

/** Polling interval without events, and time after which the first event is compared with a poll, in milliseconds. */
const ASK_MS = 3000;
/** The service sends data every 15 seconds. A stream that is silent for longer than this is dead. */
const SILENCE_MS = 20_000;

interface Following {
  client: HandoffClient;
  signal: AbortSignal;
  /** Called with the current hand-off, at each change or more often. */
  shown: (handoff: Handoff) => void;
  /** Called once if a poll is answered and no events arrive: from then on it polls. */
  withoutEvents: () => void;
  /** Called if a request failed; polling continues. */
  trouble: (error: unknown) => void;
}

/**
 * Follows a hand-off by server-sent events, or by polling every three seconds if a proxy buffers them.
 * @throws a refusal that a retry cannot change; the reason of `signal` if that aborts.
 */
export async function followHandoff(following: Following): Promise<never> {
  const { client, signal, shown, withoutEvents, trouble } = following;
  for (let byEvents = true; ; ) {
    const began = performance.now();
    const isHeard = byEvents && (await listen(following));
    try {
      shown(await client.retrieveHandoff({ signal }));
      if (byEvents && !isHeard) {
        byEvents = false;
        withoutEvents();
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof IdvApiError && !error.retryable) throw error;
      trouble(error);
    }
    await pause(ASK_MS - (byEvents ? performance.now() - began : 0), signal);
  }
}

/**
 * @returns whether an event was received before the stream ended. Ends early if the stream is silent, or if a poll that
 * began later overtakes its first event: a slow service delays both, a proxy that buffers only the stream.
 */
async function listen({ client, signal, shown }: Following): Promise<boolean> {
  const stopped = linkedController(signal);
  const stop = (reason?: unknown) => stopped.abort(reason);
  let isHeard = false;
  const overtaken = () => void (isHeard || stop());
  const compare = () => client.retrieveHandoff({ signal: stopped.signal }).then(overtaken, overtaken);
  let timer = setTimeout(compare, ASK_MS);
  const alive = () => {
    isHeard = true;
    clearTimeout(timer);
    timer = setTimeout(stop, SILENCE_MS);
  };
  try {
    await client.streamHandoff(eventFetch({ alive, shown, stop }), { signal: stopped.signal });
  } catch {
    // The stream broke: the caller polls, and follows it again.
    signal.throwIfAborted();
  } finally {
    clearTimeout(timer);
    stop();
  }
  return isHeard;
}

interface Hearing {
  alive: () => void;
  shown: (handoff: Handoff) => void;
  /** Ends the call: polling is faster than the transport's retries. */
  stop: (reason: unknown) => void;
}

/** A `fetch` that reads server-sent events as they arrive. The transport renews an expired key. */
function eventFetch({ alive, shown, stop }: Hearing): Fetch {
  return async (url, init) => {
    try {
      const response = await fetch(url, init);
      if (response.status === 401) return response;
      if (!response.ok || !response.body) throw new Error(`${response.status}`);
      const reader = response.body.getReader();
      const decoder = new TextDecoder();
      for (let text = ''; ; ) {
        const { done, value } = await reader.read();
        if (done) return new Response();
        alive();
        const blocks = (text + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
        text = blocks.pop()!;
        for (const block of blocks) emitBlock(block, shown);
      }
    } catch (error) {
      stop(error);
      throw error;
    }
  };
}

/** Parses one event (WHATWG HTML, section 9.2.6): its `data` lines. A heartbeat has no data. */
function emitBlock(block: string, onHandoff: (handoff: Handoff) => void): void {
  const data = block.split(/\r?\n/).flatMap((line) => /^data: ?(.*)/.exec(line)?.[1] ?? []);
  if (data.length > 0) onHandoff(JSON.parse(data.join('\n')));
}
