import { AsyncLocalStorage } from 'node:async_hooks';
import { maskHeaders, maskJson, maskPersonal, maskText } from './mask.ts';

export type Party = 'page' | 'backend' | 'service';

/** The request or the response of a call. All its content is masked. */
export interface Half {
  headers: Record<string, string>;
  /** JSON, or a sentence that describes another body; `null` without a body. */
  body: unknown;
  bytes: number;
}

/** A call as the panel shows it. */
export interface Row {
  /** Increases in the order in which calls started. */
  n: number;
  /** Milliseconds since 1970. */
  at: number;
  from: Party;
  to: Party;
  method: string;
  /** Including its query. */
  path: string;
  status: number;
  ms: number;
  request: Half;
  answer: Half;
  /** For a webhook: the data needed to verify it again. */
  webhook?: { id: string; timestamp: string; signature: string; body: string } | undefined;
}

/** A request or a response as it is recorded. */
export interface Message {
  headers: Headers;
  /** The whole body; for a body that is not text its size. */
  body: string | number;
}

export interface Call {
  from: Party;
  to: Party;
  method: string;
  url: string;
  request: Message;
  answer: Message & { status: number };
  webhook?: Row['webhook'];
}

const LONGEST = 300;
const LONGEST_BODY = 100_000;

/** The calls of each visitor, masked before they are stored. */
export class Recorder {
  readonly #rows = new Map<string, Row[]>();
  readonly #listeners = new Map<string, Set<(row: Row) => void>>();
  readonly #visitor = new AsyncLocalStorage<string>();
  #count = 0;

  /** Runs work whose calls to the service belong to this visitor. */
  during<T>(visitor: string, work: () => T): T {
    return this.#visitor.run(visitor, work);
  }

  /** Registers the start of a call. The returned function records the complete call after its end. */
  begin(): (visitor: string, call: Call) => void {
    const [n, at, started] = [++this.#count, Date.now(), performance.now()];
    return (visitor, { url, request, answer, ...call }) => {
      const { pathname, search } = new URL(url);
      const row: Row = {
        n,
        at,
        ...call,
        path: maskText(pathname + search),
        status: answer.status,
        ms: Math.round(performance.now() - started),
        request: half(request, pathname),
        answer: half(answer, pathname),
      };
      this.#rows.set(visitor, [...(this.#rows.get(visitor) ?? []), row].slice(-LONGEST));
      for (const listener of this.#listeners.get(visitor) ?? []) listener(row);
    };
  }

  /** The `fetch` of the back end: records requests for a visitor. */
  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const end = this.begin();
    const response = await fetch(url, init);
    const visitor = this.#visitor.getStore();
    if (!visitor) return response;
    const request = {
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? init.body : 0,
    };
    const answer = await messageOf(response.clone());
    const { status } = response;
    end(visitor, {
      from: 'backend',
      to: 'service',
      method: init.method ?? 'GET',
      url,
      request,
      answer: { ...answer, status },
    });
    return response;
  };

  /** All stored rows of a visitor, in the order in which the calls started. */
  rows(visitor: string): Row[] {
    return (this.#rows.get(visitor) ?? []).toSorted((one, other) => one.n - other.n);
  }

  /** Calls the listener for every new row of a visitor, until the returned function is called. */
  listen(visitor: string, listener: (row: Row) => void): () => void {
    const listeners = this.#listeners.get(visitor) ?? new Set();
    this.#listeners.set(visitor, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(visitor);
    };
  }

  forget(visitor: string): void {
    this.#rows.delete(visitor);
  }
}

/** Reads a request or a response completely: JSON as text, anything else as its size. */
export async function messageOf(message: Request | Response): Promise<Message> {
  const { headers } = message;
  const bytes = await message.arrayBuffer();
  const isJson = /json/.test(headers.get('content-type') ?? '') && bytes.byteLength <= LONGEST_BODY;
  return { headers, body: isJson ? new TextDecoder().decode(bytes) : bytes.byteLength };
}

function half({ headers, body }: Message, path: string): Half {
  const bytes = typeof body === 'number' ? body : Buffer.byteLength(body);
  return { headers: maskHeaders(headers), body: shown(body, headers, path), bytes };
}

function shown(body: string | number, headers: Headers, path: string): unknown {
  if (body === 0 || body === '') return null;
  const type = headers.get('content-type')?.split(';')[0] ?? 'bytes';
  if (typeof body === 'number') return `(${type}, ${body} bytes)`;
  try {
    const json: unknown = JSON.parse(body);
    return path.endsWith('/personal-details') && !/problem/.test(type) ? maskPersonal(json) : maskJson(json);
  } catch {
    // A body that is no JSON is not shown: it may hold anything.
    return `(not JSON, ${body.length} characters)`;
  }
}
