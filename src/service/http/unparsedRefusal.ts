import { errors } from '../../contract/errors.ts';
import { newId } from '../../contract/ids.ts';

/** The refusal of what is no HTTP request that could be served, in the form of all other refusals. */
export function unparsedRefusal(detail: string): {
  status: number;
  headers: Record<string, string>;
  body: string;
} {
  const code = 'header_invalid';
  const [status, title] = errors[code];
  const requestId = newId('req');
  const body = JSON.stringify({
    type: `urn:idv-verify:error:${code}`,
    title,
    status,
    detail,
    instance: `urn:idv-verify:request:${requestId}`,
    code,
    requestId,
    retryable: false,
  });
  const headers = {
    'Content-Type': 'application/problem+json',
    'Content-Length': String(Buffer.byteLength(body)),
    'Request-Id': requestId,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    Connection: 'close',
  };
  return { status, headers, body };
}
