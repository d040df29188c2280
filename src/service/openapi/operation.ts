import type { Endpoint } from '../../contract/endpoint.ts';
import type { EndpointSchemas } from '../../contract/endpointSchemas.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Upload } from '../../contract/upload.ts';
import type { ComponentSchemas, JsonSchema } from './componentSchemas.ts';
import { operationNotes } from './operationNotes.ts';
import { refusals } from './refusals.ts';
import { responses } from './responses.ts';
import { tagOf } from './tags.ts';
import { type UploadFields, upload } from './upload.ts';

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
    parameters: [...pathParameters(endpoint), ...query, ...headerParameters(endpoint)],
    ...(schemas.body && {
      requestBody: requestBody(schemas.upload, all.nameOf(schemas.body), all, note.example),
    }),
    responses: responses(endpoint, schemas, { nameOf: all.nameOf, refusals: codes }),
  };
}

function describe(endpoint: Endpoint, note?: string): string {
  const keys = endpoint.session ? ', or the session key of the case' : '';
  const test = endpoint.testOnly ? ' With keys of live mode it does not exist.' : '';
  return `${note ? `${note}\n\n` : ''}Needs the scope \`${endpoint.scope}\`${keys}.${test}`;
}

function pathParameters({ path, resource }: Endpoint): Record<string, unknown>[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => {
    const prefix = name === 'id' ? resource : undefined;
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

function headerParameters(endpoint: Endpoint) {
  const names = [
    ...(endpoint.method === 'POST' ? ['IdempotencyKey'] : []),
    ...(endpoint.hasETag ? ['IfNoneMatch'] : []),
  ];
  return names.map((parameter) => ({ $ref: `#/components/parameters/${parameter}` }));
}

function requestBody(files: Upload | undefined, name: string, { all }: ComponentSchemas, example: unknown) {
  const ref = { $ref: `#/components/schemas/${name}` };
  if (!files) {
    return {
      required: true,
      content: { 'application/json': { schema: ref, ...(example ? { example } : {}) } },
    };
  }
  return { required: true, content: { 'multipart/form-data': upload(all[name] as UploadFields, files) } };
}
