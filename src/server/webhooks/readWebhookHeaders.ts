import { WebhookVerificationError } from './WebhookVerificationError.ts';

/** Headers as platforms give them: `Headers`, the object of Node, or pairs. */
export type WebhookHeaders =
  | Headers
  | Iterable<readonly [string, string]>
  | Record<string, string | readonly string[] | undefined>;

/** Finds the three headers of a webhook, whatever their case. */
export function readWebhookHeaders(headers: WebhookHeaders): {
  id: string;
  timestamp: string;
  signature: string;
} {
  const pairs: Iterable<readonly [string, unknown]> = isIterable(headers) ? headers : Object.entries(headers);
  const found = new Map<string, string>();
  for (const [name, value] of pairs) if (value !== undefined) found.set(name.toLowerCase(), String(value));
  return {
    id: need(found, 'webhook-id'),
    timestamp: need(found, 'webhook-timestamp'),
    signature: need(found, 'webhook-signature'),
  };
}

function isIterable(headers: object): headers is Iterable<readonly [string, string]> {
  return Symbol.iterator in headers;
}

function need(found: Map<string, string>, name: string): string {
  const value = found.get(name);
  if (value) return value;
  throw new WebhookVerificationError('header_missing', `The header ${name} is missing`);
}
