import type { Endpoint } from '../../contract/endpoint.ts';
import {
  type EndpointSchemas,
  endpointSchemas,
  openEndpointSchemas,
  walletEndpointSchemas,
} from '../../contract/endpointSchemas.ts';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { EventType } from '../../contract/events.ts';
import { type OpenEndpoint, type OpenEndpointName, openEndpoints } from '../../contract/openEndpoints.ts';
import { type WalletEndpointName, walletEndpoints } from '../../contract/walletEndpoints.ts';
import { type ComponentSchemas, componentSchemas } from './componentSchemas.ts';
import { components } from './components.ts';
import { openOperation, operation, tags } from './operation.ts';

const keylessSchemas = { ...openEndpointSchemas, ...walletEndpointSchemas };
const keyless = { ...openEndpoints, ...walletEndpoints };

/**
 * The description of the API, generated from the tables from which the routes are mounted.
 * @param baseUrl the URL of the API; ends in `/v1`.
 * @see https://spec.openapis.org/oas/v3.1.1
 */
export function openApiDocument(baseUrl: string): Record<string, unknown> {
  const schemas = componentSchemas({ ...endpointSchemas, ...keylessSchemas });
  const paths: Record<string, Record<string, unknown>> = {};
  const unpacked = new Set<string>();
  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    const path = describedPath(endpoint);
    const endpointSchema: EndpointSchemas = endpointSchemas[name];
    if (endpointSchema.query) unpacked.add(schemas.nameOf(endpointSchema.query));
    if (endpointSchema.body && endpoint.body === 'multipart')
      unpacked.add(schemas.nameOf(endpointSchema.body));
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operation(name, endpoint, endpointSchema, schemas),
    };
  }
  const named = Object.entries(schemas.all).filter(([name]) => !unpacked.has(name));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Identity verification',
      version: 'v1',
      summary: 'Verify the identity of a person, from a page to a decision.',
      description:
        'JSON in UTF-8, camelCase names. Every key of a resource is present in a response. Tolerate unknown fields, ' +
        'values and event types. Errors are problem+json (RFC 9457) with a `code`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl(baseUrl) }],
    tags,
    paths: { ...paths, ...openPaths(schemas), ...servicePaths },
    webhooks: eventWebhooks(),
    components: { schemas: Object.fromEntries(named), ...components },
  };
}

/** The URL of the API. `localhost` is a different machine for each reader, so that URL is relative to the document. */
function serverUrl(baseUrl: string): string {
  const { hostname, pathname } = new URL(baseUrl);
  return hostname === 'localhost' ? pathname : baseUrl;
}

/** The endpoints without a key. */
function openPaths(schemas: ComponentSchemas): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  const all = Object.entries(keyless) as [OpenEndpointName | WalletEndpointName, OpenEndpoint][];
  for (const [name, endpoint] of all) {
    const path = describedPath(endpoint);
    const operation = openOperation(name, endpoint, keylessSchemas[name], schemas);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation };
  }
  return paths;
}

function describedPath({ path }: Pick<Endpoint, 'path'>): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

/** The endpoints of the service itself, which are not part of the endpoint table: they need no key. */
const servicePaths = {
  '/openapi.json': get('describeApi', 'This document', {
    429: problem('`rate_limited`: 600 a minute per address.', {
      RateLimit: { $ref: '#/components/headers/RateLimit' },
      'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
      'Retry-After': { $ref: '#/components/headers/RetryAfter' },
    }),
  }),
  '/healthz': get('checkHealth', 'Whether the process is alive'),
  '/readyz': get(
    'checkReadiness',
    'Whether the service can work, with `checks` of database, migrations, lists, monitoring, eye, wallet, disk and draining',
    {
      503: problem('`unavailable`: not ready.', {
        'Retry-After': { $ref: '#/components/headers/RetryAfter' },
      }),
    },
  ),
};

function get(operationId: string, summary: string, options: Record<string, unknown> = {}) {
  const content = { 'application/json': { schema: { type: 'object' } } };
  const headers = { 'Request-Id': { $ref: '#/components/headers/RequestId' } };
  return {
    get: {
      operationId,
      summary,
      tags: ['Service'],
      security: [],
      responses: {
        200: { description: 'Yes.', headers, content },
        405: problem('`method_not_allowed`: only GET.', { Allow: { $ref: '#/components/headers/Allow' } }),
        ...options,
      },
    },
  };
}

function problem(description: string, headers: Record<string, unknown>) {
  const schema = { $ref: '#/components/schemas/Problem' };
  return { description, headers, content: { 'application/problem+json': { schema } } };
}

/** The headers of every webhook (Standard Webhooks 1.0.0). */
const PARAMETERS = [
  [
    'webhook-id',
    'The id of the event. The same event may arrive more than once: store the ids that you have handled.',
  ],
  [
    'webhook-timestamp',
    'The time of this attempt, in seconds since 1970. Refuse attempts older than five minutes.',
  ],
  [
    'webhook-signature',
    '`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.rawBody`; several, separated by spaces, while a secret rotates.',
  ],
].map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}));

const RESPONSES = {
  '2XX': {
    description: 'Accepted. After any other status the delivery is retried, ten times over about three days.',
  },
  '410': { description: 'No longer wanted: the endpoint is disabled.' },
  '4XX': { description: 'Not accepted; the delivery is retried. `Retry-After` is honoured.' },
};

/** Each kind of event as a webhook that the service sends. */
function eventWebhooks(): Record<string, unknown> {
  return Object.fromEntries(EventType.options.map((type) => [type, { post: delivery(type) }]));
}

function delivery(type: string) {
  const schema = {
    allOf: [{ $ref: '#/components/schemas/Event' }, { properties: { type: { const: type } } }],
  };
  return {
    operationId: `on_${type.replace('.', '_')}`,
    summary: `The event ${type}`,
    description: 'Delivered at least once, in any order; `data.version` orders the events of a case.',
    tags: ['Events'],
    security: [],
    parameters: PARAMETERS,
    requestBody: { required: true, content: { 'application/json': { schema, example: example(type) } } },
    responses: RESPONSES,
  };
}

function example(type: string) {
  const ofCase = !/^(webhook|aml_list)/.test(type);
  const status = ofCase ? (STATUS[type] ?? 'processing') : null;
  return {
    id: 'evt_01jd3x6k2vf8q9w0z5m7n4p1ra',
    type,
    timestamp: '2026-11-20T12:00:00.000Z',
    mode: 'live',
    apiVersion: 'v1',
    data: {
      caseId: ofCase ? 'case_01jd3x6k2vf8q9w0z5m7n4p1ra' : null,
      status,
      previousStatus: status && (PREVIOUS[type] ?? 'processing'),
      version: ofCase ? 5 : null,
      clientReferenceId: ofCase ? 'customer-4711' : null,
      reasons: REASONS[type] ?? [],
      ...(type.startsWith('case.') && { document: type === 'case.created' ? null : DOCUMENT }),
      ...MORE[type],
    },
  };
}

const STATUS: Record<string, string> = {
  'case.created': 'requires_input',
  'case.requires_input': 'requires_input',
  'case.in_review': 'in_review',
  'case.approved': 'approved',
  'case.declined': 'declined',
  'case.expired': 'expired',
  'case.canceled': 'canceled',
  'case.decision_revised': 'declined',
  'case.redacted': 'approved',
  'personal_details.submitted': 'requires_input',
};

const PREVIOUS: Record<string, string | null> = {
  'case.created': null,
  'case.processing': 'requires_input',
  'case.expired': 'requires_input',
  'case.canceled': 'requires_input',
  'case.decision_revised': 'approved',
  'case.redacted': 'approved',
  'personal_details.submitted': 'requires_input',
};

const REASONS: Record<string, string[]> = {
  'case.in_review': ['aml_possible_match'],
  'aml_list.refused': ['list_damaged'],
  'aml_list.shrunk': ['list_shrunk'],
  'aml_list.stale': ['list_stale'],
  'webhook_endpoint.disabled': ['gone'],
};

const SUFFIX = '01jd3x6k2vf8q9w0z5m7n4p1ra';
const DOCUMENT = { id: `doc_${SUFFIX}`, status: 'read' };
const SCREENING = { screeningId: `aml_${SUFFIX}`, screeningStatus: 'possible_match' };

const LIST = { list: 'ofac_sdn', since: '2026-11-20T12:00:00.000Z' };
const MORE: Record<string, Record<string, unknown>> = {
  'personal_details.submitted': { revision: 1 },
  'selfie_check.completed': { selfieCheckId: `bio_${SUFFIX}` },
  'credential_check.completed': { credentialId: `cred_${SUFFIX}` },
  'document_check.completed': { documentCheckId: `doc_${SUFFIX}` },
  'aml_screening.completed': SCREENING,
  'aml_screening.updated': { ...SCREENING, newHits: 1, changedHits: 0, endedHits: 0 },
  'aml_list.refused': LIST,
  'aml_list.shrunk': LIST,
  'aml_list.stale': LIST,
  'aml_list.recovered': LIST,
  'webhook_endpoint.disabled': { endpointId: `we_${SUFFIX}` },
};
