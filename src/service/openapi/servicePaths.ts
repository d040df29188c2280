/** The endpoints of the service itself, which are not part of the endpoint table: they need no key. */
export const servicePaths = {
  '/openapi.json': get('describeApi', 'This document', {
    429: problem('`rate_limited`: 600 a minute for an address.', {
      RateLimit: { $ref: '#/components/headers/RateLimit' },
      'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
      'Retry-After': { $ref: '#/components/headers/RetryAfter' },
    }),
  }),
  '/healthz': get('checkHealth', 'Whether the process is alive'),
  '/readyz': get(
    'checkReadiness',
    'Whether the service can work, with `checks` of database, migrations, lists, monitoring, eye, disk and draining',
    {
      503: problem('`unavailable`: not now.', { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
    },
  ),
};

function get(operationId: string, summary: string, more: Record<string, unknown> = {}) {
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
        ...more,
      },
    },
  };
}

function problem(description: string, headers: Record<string, unknown>) {
  const schema = { $ref: '#/components/schemas/Problem' };
  return { description, headers, content: { 'application/problem+json': { schema } } };
}
