import type { Hono } from 'hono';
import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type EndpointSchemas, endpointSchemas } from '../../contract/endpointSchemas.ts';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { UploadReservation } from '../limits/UploadMemoryBudget.ts';
import { permit } from './authenticate.ts';
import type { Caller, Env, HttpContext } from './env.ts';
import type { ApiAnswer, ApiRequest, Handlers, PreparedHandler } from './handler.ts';
import { idempotent, isRepeated } from './idempotent.ts';
import { oneUpload } from './oneUpload.ts';
import { clientAddress, rateLimit } from './rateLimit.ts';
import { readInput, readQuery } from './readInput.ts';
import { requireResource } from './requireResource.ts';
import { bareKey, respond } from './respond.ts';

type AnyHandler = ((request: ApiRequest) => Promise<ApiAnswer>) | AnyPrepared;
type AnyPrepared = Omit<PreparedHandler<EndpointName>, 'bodySchema' | 'beforeReplay'> & {
  bodySchema?(caller: Caller, resource: unknown): z.ZodMiniType;
  beforeReplay?(caller: Caller, body: unknown): void;
};

interface Route {
  deps: Deps;
  name: EndpointName;
  endpoint: Endpoint;
  schemas: EndpointSchemas;
  handler: AnyHandler;
}

/** One request to a route: its caller and its resource. */
interface MountedRequest {
  c: HttpContext;
  caller: Caller;
  /** The resource of `:id` in the path. */
  resource: object | null;
}

/**
 * Mounts a handler for each endpoint of the contract's table, so that no route exists without the check of its
 * scope and the schema of its input.
 */
export function mount(app: Hono<Env>, deps: Deps, handlers: Partial<Handlers>): void {
  for (const [name, handler] of Object.entries(handlers) as [EndpointName, AnyHandler][]) {
    const endpoint: Endpoint = endpoints[name];
    const route = { deps, name, endpoint, schemas: endpointSchemas[name], handler };
    const path = `/v1${endpoint.path}`;
    app.on(endpoint.method, path, (c) => {
      c.set('route', path);
      return serve(route, c);
    });
  }
}

async function serve(route: Route, c: HttpContext): Promise<Response> {
  const { deps, name, endpoint, schemas } = route;
  const caller = c.get('caller');
  const id = c.req.param('id');
  await rateLimit.call(deps, c, endpoint.bucket);
  permit(endpoint, caller, id);
  const request = { c, caller, resource: await requireResource(deps.db, endpoint, caller, id) };
  const { upload } = schemas;
  if (!upload && !endpoint.bodyBytes) return await answer(route, request, null);
  const isKeyed = c.req.header('Idempotency-Key') !== undefined;
  const busy = isKeyed || !upload ? 'idempotency_in_flight' : upload.whileBusy;
  // A resource without an id is distinct from all others. Of two large bodies the handler takes one.
  const about = (upload && id) ?? c.get('requestId');
  const caseId = caller.kind === 'session' ? caller.caseId : null;
  return await oneUpload(deps, { name: `${name} ${about}`, caseId, busy }, (reservation) =>
    answer(route, request, reservation),
  );
}

/** Answers an authorised caller. */
async function answer(
  { deps, endpoint, schemas, handler }: Route,
  { c, caller, resource }: MountedRequest,
  reservation: UploadReservation | null,
): Promise<Response> {
  const query = readQuery(schemas.query, c.req.url);
  const header = endpoint.method === 'POST' ? c.req.header('Idempotency-Key') : undefined;
  const key = header === undefined ? undefined : bareKey(header);
  const prepared = typeof handler === 'function' ? null : handler;
  const schema = prepared?.bodySchema?.(caller, resource) ?? schemas.body;
  const { upload } = schemas;
  const { body, files, digest } = await readInput(c, { endpoint, schema, upload, reservation });
  const request: Omit<ApiRequest, 'tx'> = {
    deps,
    caller,
    requestId: c.get('requestId'),
    params: c.req.param(),
    query: query as ApiRequest['query'],
    body: body as ApiRequest['body'],
    files,
    header: (field) => c.req.header(field),
    address: () => clientAddress(deps, c),
    isRepeated: async () => key !== undefined && (await isRepeated(deps, caller, key)),
  };
  const run =
    typeof handler === 'function'
      ? (tx: Kysely<Database>) => handler({ ...request, tx })
      : await handler.prepare(request);
  const beforeReplay = (body: unknown) => prepared?.beforeReplay?.(caller, body);
  const result =
    endpoint.method === 'GET'
      ? await run(deps.db)
      : key !== undefined
        ? await idempotent(
            { deps, caller, key, request: `POST ${c.req.path} ${digest()}`, beforeReplay },
            run,
          )
        : await inTransaction(deps, run);
  const { status = endpoint.status, body: responseBody, headers, refusal } = result;
  if (refusal) throw refusal;
  return respond(c, { status, body: responseBody, ...(headers && { headers }) });
}
