import type { HandoffStep } from './handoff.ts';
import type { IdPrefix } from './ids.ts';
import type { Scope } from './scopes.ts';

/** One endpoint of the API. Paths are relative to the base address, which ends in `/v1`. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` for each parameter. */
  path: `/${string}`;
  /** The kind of resource of `:id` in the path; absent if the path has no `:id`. */
  resource?: IdPrefix;
  /** The scope that an API key needs. */
  scope: Scope;
  /** Whether the session key of the case may call it too. */
  session: boolean;
  /** Whether the key of a hand-off's phone may also call it: `true`, or for one step alone. */
  phone?: true | HandoffStep;
  /** Which token bucket a call with an API key draws from. */
  bucket: 'read' | 'write' | 'aml' | 'selfie';
  /** The status of success. */
  status: 200 | 201 | 202 | 204;
  /** The format of the request body; `none` without a body; `form`: `application/x-www-form-urlencoded`. */
  body: 'none' | 'json' | 'multipart' | 'form';
  /** Largest JSON body or form in bytes, where it is not the usual one. */
  bodyBytes?: number;
  /** Whether success carries an `ETag`, and `If-None-Match` is honoured. */
  hasETag?: true;
  /** Whether success says in `Location` where the new resource is. */
  hasLocation?: true;
  /** Whether success may be 202 instead: a proposal that a second person has to confirm. */
  mayPropose?: true;
  /** Media types that success comes in beside JSON where `Accept` asks for one, or in place of it where the endpoint has no schema. */
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
  /** Only with keys of test mode; with others it does not exist. */
  testOnly?: true;
  /** One line for the documentation. */
  summary: string;
}

const secret = { session: false } as const;

/** What most endpoints of a back end share. */
export const endpointDefaults = {
  read: { ...secret, method: 'GET', bucket: 'read', status: 200, body: 'none' },
  write: { ...secret, method: 'POST', bucket: 'write', status: 200, body: 'json' },
} as const;
