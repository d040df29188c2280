import type { Endpoint } from '../../contract/endpoint.ts';
import type { EndpointSchemas } from '../../contract/endpointSchemas.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { IdPrefix } from '../../contract/ids.ts';
import type { ComponentSchemas, JsonSchema } from './componentSchemas.ts';
import { operationNotes } from './operationNotes.ts';
import { refusals } from './refusals.ts';
import { responses } from './responses.ts';
import { tagOf } from './tags.ts';
import { type UploadFields, upload } from './upload.ts';

/** Which kind of id `:id` is, by the start of the path. */
const IDS: readonly (readonly [start: string, prefix: IdPrefix])[] = [
  ['/cases/', 'case'],
  ['/test/cases/', 'case'],
  ['/biometrics/', 'bio'],
  ['/aml/', 'aml'],
  ['/webhook-endpoints/', 'we'],
  ['/events/', 'evt'],
];

/** Describes one endpoint as an operation of the document. */
export function operation(name: string, endpoint: Endpoint, schemas: EndpointSchemas, all: ComponentSchemas) {
  const note = operationNotes[name as EndpointName] ?? {};
  const query = queryParameters(schemas, all);
  const isList = query.some((parameter) => parameter['name'] === 'cursor');
  const codes = refusals(name, endpoint, { hasQuery: query.length > 0, isList });
  return {
    operationId: name,
    summary: endpoint.summary,
    description: describe(endpoint, note.description),
    tags: [tagOf(endpoint.path)],
    security: [{ apiKey: [] }, ...(endpoint.session ? [{ sessionKey: [] }] : [])],
    parameters: [...pathParameters(endpoint.path), ...query, ...headerParameters(name, endpoint)],
    ...(schemas.body && { requestBody: requestBody(endpoint, all.nameOf(schemas.body), all, note.example) }),
    responses: responses(name, endpoint, schemas, { nameOf: all.nameOf, refusals: codes }),
  };
}

function describe(endpoint: Endpoint, note?: string): string {
  const keys = endpoint.session ? ', or the session key of the case' : '';
  const test = endpoint.testOnly ? ' With keys of live mode it does not exist.' : '';
  return `${note ? `${note}\n\n` : ''}Needs the scope \`${endpoint.scope}\`${keys}.${test}`;
}

function pathParameters(path: string): Record<string, unknown>[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => {
    const prefix = name === 'id' ? IDS.find(([start]) => path.startsWith(start))?.[1] : undefined;
    const pattern = prefix && { pattern: `^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$` };
    const example = prefix && { example: `${prefix}_01jd3x6k2vf8q9w0z5m7n4p1ra` };
    return { name, in: 'path', required: true, schema: { type: 'string', ...pattern }, ...example };
  });
}

function queryParameters({ query }: EndpointSchemas, { all, nameOf }: ComponentSchemas) {
  if (!query) return [];
  const { properties } = all[nameOf(query)] as { properties: Record<string, JsonSchema> };
  return Object.entries(properties).map(
    ([name, schema]): Record<string, unknown> => ({
      name,
      in: 'query',
      schema,
      ...(QUERY[name] && { description: QUERY[name] }),
    }),
  );
}

const QUERY: Record<string, string> = {
  limit: 'How many at most.',
  cursor: 'The `nextCursor` of the page before.',
  createdAfter: 'Only those made after it.',
  createdBefore: 'Only those made before it.',
};

function headerParameters(name: string, endpoint: Endpoint) {
  const names = [
    ...(endpoint.method === 'POST' ? ['IdempotencyKey'] : []),
    ...(name === 'retrieveCase' ? ['IfNoneMatch'] : []),
  ];
  return names.map((parameter) => ({ $ref: `#/components/parameters/${parameter}` }));
}

function requestBody(endpoint: Endpoint, name: string, { all }: ComponentSchemas, example: unknown) {
  const ref = { $ref: `#/components/schemas/${name}` };
  if (endpoint.body === 'json') {
    return {
      required: true,
      content: { 'application/json': { schema: ref, ...(example ? { example } : {}) } },
    };
  }
  return { required: true, content: { 'multipart/form-data': upload(all[name] as UploadFields, endpoint) } };
}
