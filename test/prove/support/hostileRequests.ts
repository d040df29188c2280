import { Agent, request } from 'node:http';
import { createApp } from '../../../src/service/app.ts';
import type { TestService } from '../../support/openService.ts';

/** A route as it is mounted; `*` in its path matches anything. */
export interface MountedRoute {
  method: string;
  path: string;
}

/** Every route of the service, from the app itself, so that a new one cannot be forgotten. */
export function mountedRoutes({ deps }: TestService): MountedRoute[] {
  const readiness = async () => ({ isReady: true, checks: {} as never });
  const { routes } = createApp(deps, { metricsEndpoint: null, readiness });
  const all = routes
    .filter(({ path }) => !/\*/.test(path) && path !== '/')
    .map(({ method, path }) => ({ method: method === 'ALL' ? 'PUT' : method, path }));
  return [...new Map(all.map((route) => [`${route.method} ${route.path}`, route])).values()];
}

/** A path of a route, with text in place of parameters. */
export function pathOf({ path }: MountedRoute, text = 'x'): string {
  return path.replaceAll(/:\w+(\{[^}]*\})?/g, text);
}

/** Node refuses a header block above 16 KB. */
const LARGE = 14_000;
const many = (one: string) => one.repeat(Math.floor(LARGE / one.length));

/** Headers, queries and bodies that cost a careless reader the most. */
export const HOSTILE: Record<string, { headers?: Record<string, string>; query?: string; body?: string }> = {
  languages: { headers: { 'Accept-Language': many('x-,') } },
  'languages that exist': { headers: { 'Accept-Language': many('zh-Hant-TW;q=0.1,') } },
  accept: { headers: { Accept: many('a/b;q=0.1;q=0.2,') } },
  tags: { headers: { 'If-None-Match': many('W/"a",') } },
  cookies: { headers: { Cookie: many('__Host-desk=a;') } },
  'one cookie': { headers: { Cookie: `__Host-desk=${many('%41')}` } },
  proxies: { headers: { 'X-Forwarded-For': many('::1,') } },
  key: { headers: { Authorization: `Bearer ${many('idv_test_')}` } },
  origin: { headers: { Origin: `https://${many('a.')}` } },
  'idempotency key': { headers: { 'Idempotency-Key': many('"a"') } },
  trace: { headers: { traceparent: many('00-'), tracestate: many('a=b,'), baggage: '' } },
  coding: { headers: { 'Accept-Encoding': many('br;q=0,') } },
  'content type': { headers: { 'Content-Type': `multipart/form-data; ${many('a=b;')}` }, body: 'x' },
  query: { query: many('language=x-&') },
  'query of one value': { query: `language=${many('%C3%A4')}` },
  body: { headers: { 'Content-Type': 'application/json' }, body: `{"secret":${many('[')}` },
  form: { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: many('a=b&') },
};

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

export interface HostileRequest extends MountedRoute {
  url: string;
  name: string;
  /** Sent in `X-Forwarded-For`, where it is not hostile itself. */
  address?: string;
  /** Sent where it is not hostile itself. */
  authorization?: string;
}

/** Sends one request by the barest client there is. @returns its status. */
export function send({ url, method, path, name, address, authorization }: HostileRequest): Promise<number> {
  const { headers = {}, query = '', body } = HOSTILE[name] ?? {};
  const target = new URL(url);
  const isRead = method === 'GET' || method === 'HEAD';
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent,
        hostname: target.hostname,
        port: target.port,
        method,
        path: `${path}${query && `?${query}`}`,
        headers: {
          ...(address && { 'X-Forwarded-For': address }),
          ...(authorization && { Authorization: authorization }),
          ...headers,
        },
      },
      (response) => {
        // A stream would go on.
        if (/event-stream/.test(response.headers['content-type'] ?? '')) response.destroy();
        response.resume();
        response.once('close', () => resolve(response.statusCode ?? 0));
        response.once('error', reject);
      },
    );
    outgoing.once('error', reject);
    outgoing.end(isRead ? undefined : body);
  });
}

/** Rounds of a measurement; the cheapest one counts, since others include collections of garbage and compilation. */
const ROUNDS = 3;
const PER_ROUND = 4;

/** Processor time of a request in this process, in milliseconds, that of the client included. */
export async function costOf(hostile: HostileRequest): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    for (let count = 0; count < PER_ROUND; count++) await send(hostile);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000 / PER_ROUND);
  }
  return least;
}

/** What a request may cost on any machine, in milliseconds, and in relation to one with nothing hostile in it. */
const CHEAP_MS = 5;
const CHEAP_RATIO = 3;

/**
 * Measures a request again that seems dear, in turns with the same one with nothing hostile in it: machines differ, and are
 * busy.
 * @param ms what it cost, by `costOf`.
 * @returns whether it costs more than 5 ms and more than three times the other.
 */
export async function isDear(hostile: HostileRequest, ms: number): Promise<boolean> {
  if (ms <= CHEAP_MS) return false;
  let [least, plain] = [ms, Number.POSITIVE_INFINITY];
  for (let turn = 0; turn < 3; turn++) {
    plain = Math.min(plain, await costOf({ ...hostile, name: '' }));
    least = Math.min(least, await costOf(hostile));
  }
  return least > CHEAP_MS && least > CHEAP_RATIO * plain;
}
