import type { Endpoint } from '../../contract/endpoint.ts';
import type { EndpointSchemas } from '../../contract/endpointSchemas.ts';
import { type ErrorCode, errors } from '../../contract/errors.ts';
import type { ComponentSchemas } from './componentSchemas.ts';
import { type components, problemExample } from './components.ts';

type Response = Record<string, unknown>;
type HeaderName = keyof typeof components.headers;

/** The answers of one endpoint: its success, and each status of its refusals. */
export function responses(
  endpoint: Endpoint,
  schemas: EndpointSchemas,
  { nameOf, refusals }: { nameOf: ComponentSchemas['nameOf']; refusals: Map<number, ErrorCode[]> },
): Record<string, Response> {
  const all: Record<string, Response> = { [endpoint.status]: success(endpoint, schemas, nameOf) };
  if (endpoint.hasETag) all['304'] = { description: 'Nothing changed.', headers: headers('ETag') };
  for (const [status, codes] of refusals) all[status] = refusal(status, codes);
  return all;
}

function success(
  endpoint: Endpoint,
  { response, sessionResponse }: EndpointSchemas,
  nameOf: ComponentSchemas['nameOf'],
): Response {
  const own: HeaderName[] = [];
  if (endpoint.method === 'POST') own.push('IdempotentReplayed');
  if (endpoint.hasETag) own.push('ETag');
  if (endpoint.hasLocation) own.push('Location');
  const refs = [response, sessionResponse].flatMap((schema) => (schema ? [ref(nameOf(schema))] : []));
  const schema = refs.length > 1 ? { anyOf: refs } : refs[0];
  return {
    description: DESCRIPTIONS[endpoint.status],
    headers: headers('RateLimit', 'RateLimitPolicy', ...own),
    ...((schema || endpoint.otherTypes) && {
      content: { ...(schema && { 'application/json': { schema } }), ...others(endpoint) },
    }),
  };
}

function others({ otherTypes = [] }: Endpoint): Record<string, unknown> {
  return Object.fromEntries(
    otherTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
  );
}

const DESCRIPTIONS: Record<Endpoint['status'], string> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted; it goes on in the background.',
  204: 'Done; there is nothing to say.',
};

function refusal(status: number, codes: ErrorCode[]): Response {
  const own: HeaderName[] = [];
  if (status === 401) own.push('WWWAuthenticate');
  if (status === 429) own.push('RateLimit', 'RateLimitPolicy');
  if (status === 429 || status === 503) own.push('RetryAfter');
  const schema = { allOf: [ref('Problem'), { properties: { code: { enum: codes } } }] };
  return {
    description: codes.map((code) => `\`${code}\`: ${errors[code][1]}.`).join(' '),
    headers: headers(...own),
    content: { 'application/problem+json': { schema, example: problemExample(codes[0]!) } },
  };
}

function headers(...own: HeaderName[]): Record<string, unknown> {
  const names: Partial<Record<HeaderName, string>> = {
    RequestId: 'Request-Id',
    RateLimitPolicy: 'RateLimit-Policy',
    RetryAfter: 'Retry-After',
    IdempotentReplayed: 'Idempotent-Replayed',
    WWWAuthenticate: 'WWW-Authenticate',
  };
  const all: HeaderName[] = ['RequestId', ...own];
  return Object.fromEntries(
    all.map((name) => [names[name] ?? name, { $ref: `#/components/headers/${name}` }]),
  );
}

function ref(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}
