import type { Hono } from 'hono';
import { parse } from 'hono/utils/cookie';
import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';
import { openEndpointSchemas } from '../../contract/endpointSchemas.ts';
import { type OpenEndpointName, openEndpoints } from '../../contract/openEndpoints.ts';
import { ApiError } from '../ApiError.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { Env, HttpContext } from './env.ts';
import { clientAddress, rateLimit } from './rateLimit.ts';
import { readInput } from './readInput.ts';
import { respond } from './respond.ts';

type Schemas = typeof openEndpointSchemas;

/** A request without a key, whose input is valid. */
export interface OpenRequest<Name extends OpenEndpointName> {
  deps: Deps;
  tx: Kysely<Database>;
  body: z.output<Schemas[Name]['body']>;
  cookie(name: string): string | undefined;
  userAgent: string | undefined;
  /** The client's network address, as counted by rate limits. */
  address: string;
}

export type OpenAnswer<Name extends OpenEndpointName> =
  | { body: z.output<Schemas[Name]['response']>; headers?: Record<string, string> }
  /** A refusal that changed rows: sent after the commit. */
  | { refusal: ApiError };

export type OpenHandlers = {
  [Name in OpenEndpointName]: (request: OpenRequest<Name>) => Promise<OpenAnswer<Name>>;
};

type AnyHandlers = Record<
  OpenEndpointName,
  (
    request: Omit<OpenRequest<OpenEndpointName>, 'body'> & { body: never },
  ) => Promise<OpenAnswer<OpenEndpointName>>
>;

/** Mounts the endpoints that need no key, for pages of the service's own origin and for programs. */
export function mountOpen(app: Hono<Env>, deps: Deps, handlers: OpenHandlers): void {
  for (const name of Object.keys(handlers) as OpenEndpointName[]) {
    const endpoint = openEndpoints[name];
    const path = `/v1${endpoint.path}`;
    app.on(endpoint.method, path, async (c) => {
      c.set('route', path);
      return await answer(deps, c, name, (handlers as AnyHandlers)[name]);
    });
    app.all(path, () => {
      throw new ApiError('method_not_allowed', { headers: { Allow: endpoint.method } });
    });
  }
}

async function answer(
  deps: Deps,
  c: HttpContext,
  name: OpenEndpointName,
  handler: AnyHandlers[OpenEndpointName],
): Promise<Response> {
  requireOwnOrigin(deps, c);
  await rateLimit.open(deps, c);
  const endpoint = openEndpoints[name];
  const schema = openEndpointSchemas[name].body;
  const { body } = await readInput(c, { endpoint, schema, upload: undefined, reservation: null });
  const cookies = c.req.header('Cookie') ?? '';
  const cookie = (name: string) => parse(cookies, name)[name];
  const request = {
    deps,
    body: body as never,
    cookie,
    userAgent: c.req.header('User-Agent'),
    address: clientAddress(deps, c),
  };
  const result = await inTransaction(deps, (tx) => handler({ ...request, tx })).catch(async (error) => {
    throw await counted(deps, c, error);
  });
  if ('refusal' in result) throw await counted(deps, c, result.refusal);
  return respond(c, { status: endpoint.status, ...result });
}

/** Counts a refused secret against the IP address of its sender, to limit guessing. */
async function counted(deps: Deps, c: HttpContext, error: unknown): Promise<unknown> {
  if (error instanceof ApiError && error.code === 'link_ended') await rateLimit.failure(deps, c);
  return error;
}

/** Another site must not redeem anything on behalf of the browser. */
function requireOwnOrigin({ baseUrl }: Deps, c: HttpContext): void {
  const origin = c.req.header('Origin');
  const site = c.req.header('Sec-Fetch-Site');
  const isOwn = origin === undefined || origin === new URL(baseUrl).origin;
  if (isOwn && (site === undefined || site === 'same-origin' || site === 'none')) return;
  throw new ApiError('origin_not_allowed', { detail: 'Only the hosted page may call this.' });
}
