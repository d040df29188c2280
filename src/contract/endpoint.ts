import type { HandoffReach } from './handoff.ts';
import type { IdPrefix } from './ids.ts';
import type { Scope } from './scopes.ts';

/** One endpoint of the API. Paths are relative to the base address, which ends in `/v1`. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` for each path parameter. */
  path: `/${string}`;
  /** The kind of resource of `:id` in the path; absent if the path has no `:id`. */
  resource?: IdPrefix;
  /** The scope that an API key requires. */
  scope: Scope;
  /** Whether the session key of the case may also call it. */
  session: boolean;
  /** Whether the session key of a phone in a hand-off may also call it: `true`, or only with the given reach. */
  phone?: true | HandoffReach;
  /** The token bucket of calls with an API key. */
  bucket: 'read' | 'write' | 'aml' | 'selfie';
  /** The HTTP status of success. */
  status: 200 | 201 | 202 | 204;
  /** The format of the request body; `none` without a body; `form`: `application/x-www-form-urlencoded`. */
  body: 'none' | 'json' | 'multipart' | 'form';
  /** Maximum size of the JSON body or form in bytes, if it differs from the default. */
  bodyBytes?: number;
  /** Whether a successful response has an `ETag`, and `If-None-Match` is supported. */
  hasETag?: true;
  /** Whether a successful response has the URL of the new resource in `Location`. */
  hasLocation?: true;
  /** Whether a successful response may be 202: a proposal that a second person has to confirm. */
  mayPropose?: true;
  /**
   * Media types of a successful response. With a schema they are alternatives to JSON, selected by `Accept`; without
   * one they replace JSON.
   */
  otherTypes?: readonly (
    | 'application/pdf'
    | 'application/jsonl'
    | 'text/csv'
    | 'image/jpeg'
    | 'image/png'
    | 'image/webp'
    | 'image/svg+xml'
    | 'text/event-stream'
    | 'application/oauth-authz-req+jwt'
  )[];
  /** Only for keys of test mode; a live key gets 404. */
  testOnly?: true;
  /** One line for the documentation. */
  summary: string;
}

const secret = { session: false } as const;

/** Common properties of most endpoints for back ends. */
export const endpointDefaults = {
  read: { ...secret, method: 'GET', bucket: 'read', status: 200, body: 'none' },
  write: { ...secret, method: 'POST', bucket: 'write', status: 200, body: 'json' },
} as const;
