import type { Scope } from './scopes.ts';

/** One endpoint of the API. Paths are relative to the base address, which ends in `/v1`. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `:name` for each parameter. */
  path: `/${string}`;
  /** What an API key needs. */
  scope: Scope;
  /** Whether the session key of the case may call it too. */
  session: boolean;
  /** Which token bucket a call draws from. */
  bucket: 'read' | 'write' | 'aml' | 'selfie';
  /** The status of success. */
  status: 200 | 201 | 202 | 204;
  /** The form of the request's body; `none` if it has none. */
  body: 'none' | 'json' | 'multipart';
  /** Only with keys of test mode; with others it does not exist. */
  testOnly?: true;
  /** One line for the documentation. */
  summary: string;
}
