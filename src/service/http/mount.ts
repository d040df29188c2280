import type { Hono } from 'hono';
import type { Kysely } from 'kysely';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type EndpointSchemas, endpointSchemas } from '../../contract/endpointSchemas.ts';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { bareKey } from './bareKey.ts';
import type { Context, Env } from './env.ts';
import type { ApiAnswer, ApiRequest, Handlers, PreparedHandler } from './handler.ts';
import { idempotent } from './idempotent.ts';
import { insistOnExistence } from './insistOnExistence.ts';
import { oneUpload } from './oneUpload.ts';
import { permit } from './permit.ts';
import { rateLimit } from './rateLimit.ts';
import { readInput } from './readInput.ts';
import { readQuery } from './readQuery.ts';
import { respond } from './respond.ts';

type AnyHandler = ((request: ApiRequest) => Promise<ApiAnswer>) | PreparedHandler<EndpointName>;

interface Route {
  deps: Deps;
  name: EndpointName;
  endpoint: Endpoint;
  schemas: EndpointSchemas;
  handler: AnyHandler;
}

/**
 * Mounts a handler for each endpoint of the contract's table, so that no route exists without the check of its
 * scope and the schema of its input.
 */
export function mount(app: Hono<Env>, deps: Deps, handlers: Partial<Handlers>): void {
  for (const [name, handler] of Object.entries(handlers) as [EndpointName, AnyHandler][]) {
    const endpoint: Endpoint = endpoints[name];
    const route = { deps, name, endpoint, schemas: endpointSchemas[name], handler };
    app.on(endpoint.method, `/v1${endpoint.path}`, (c) => serve(route, c));
  }
}

async function serve(route: Route, c: Context): Promise<Response> {
  const { deps, name, endpoint } = route;
  const caller = c.get('caller');
  const id = c.req.param('id');
  rateLimit.call(deps, c, endpoint.bucket);
  permit(endpoint, caller, id);
  await insistOnExistence(deps.db, endpoint, caller, id);
  const work = () => answer(route, c);
  if (endpoint.body !== 'multipart') return await work();
  // Without a key it can't be the same request once more: it is a second answer to one challenge.
  const isSecond = name === 'captureSelfie' && c.req.header('Idempotency-Key') === undefined;
  return await oneUpload(
    deps,
    `${name} ${id}`,
    caller,
    isSecond ? 'challenge_mismatch' : 'idempotency_in_flight',
    work,
  );
}

/** Answers a caller who may ask. */
async function answer({ deps, name, endpoint, schemas, handler }: Route, c: Context): Promise<Response> {
  const caller = c.get('caller');
  const query = readQuery(schemas.query, c.req.url);
  const header = endpoint.method === 'POST' ? c.req.header('Idempotency-Key') : undefined;
  const key = header === undefined ? undefined : bareKey(header);
  const { body, files, digest } = await readInput(c, name, endpoint, schemas.body);
  const request: Omit<ApiRequest, 'tx'> = {
    deps,
    caller,
    requestId: c.get('requestId'),
    params: c.req.param(),
    query: query as ApiRequest['query'],
    body: body as ApiRequest['body'],
    files,
    header: (field) => c.req.header(field),
  };
  const run =
    typeof handler === 'function'
      ? (tx: Kysely<Database>) => handler({ ...request, tx })
      : await handler.prepare(request);
  const given =
    endpoint.method === 'GET'
      ? await run(deps.db)
      : key !== undefined
        ? await idempotent({ deps, caller, key, request: `POST ${c.req.path} ${digest()}` }, run)
        : await inTransaction(deps, run);
  return respond(c, { ...given, status: given.status ?? endpoint.status });
}
