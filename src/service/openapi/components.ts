import { errors, isRetryable, problemType } from '../../contract/errors.ts';

/** The reusable parts of the document other than schemas. */
export const components = {
  securitySchemes: {
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'idv_live_… or idv_test_…',
      description: "The secret key of the customer's back end. Never in a browser. The key decides the mode.",
    },
    sessionKey: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'idvs_live_… or idvs_test_…',
      description: 'The key of a page: one case, 15 minutes, only from its allowed origins.',
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Makes a retry safe for 24 hours: it gets the stored response, with `Idempotent-Replayed: true`. ' +
        'A quoted and an unquoted key are the same.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
      example: '8e03978e-40d5-43e8-bc93-6894a57f9324',
    },
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      description: 'The `ETag` of the version that the caller has; 304 if nothing changed.',
      schema: { type: 'string' },
    },
  },
  headers: {
    RequestId: header('The id of this request, for support.', 'req_01jd3x6k2vf8q9w0z5m7n4p1ra'),
    RateLimit: header(
      'The remaining tokens of the buckets used, and the seconds until they are full.',
      '"read";r=99;t=1',
    ),
    RateLimitPolicy: header('The buckets used: quota and window in seconds.', '"read";q=100;w=1'),
    RetryAfter: header('Seconds to wait before the next attempt.', '1'),
    IdempotentReplayed: header('`true` if this is the stored response of an earlier request.', 'true'),
    ETag: header('The version of the case.', '"3"'),
    Location: header('The URL of the new resource.', '/v1/cases/case_01jd3x6k2vf8q9w0z5m7n4p1ra'),
    WWWAuthenticate: header('How to authenticate.', 'Bearer realm="idv"'),
    Allow: header('The methods of the route.', 'GET, POST'),
  },
} as const;

/** An example problem for a code. */
export function problemExample(code: keyof typeof errors): Record<string, unknown> {
  const [status, title] = errors[code];
  return {
    type: problemType(code),
    title,
    status,
    detail: title,
    instance: 'urn:idv-verify:request:req_01jd3x6k2vf8q9w0z5m7n4p1ra',
    code,
    requestId: 'req_01jd3x6k2vf8q9w0z5m7n4p1ra',
    retryable: isRetryable(status, code),
  };
}

function header(description: string, example: string) {
  return { description, schema: { type: 'string' }, example };
}
