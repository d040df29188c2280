import type { HttpBindings } from '@hono/node-server';
import type { Context as HonoContext } from 'hono';
import type { HandoffReach } from '../../contract/handoff.ts';
import type { Mode } from '../../contract/mode.ts';
import type { Scope } from '../../contract/scopes.ts';

/** The state of a request in the pipeline. */
export interface Env {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** The pattern of its path, such as `/v1/cases/:id`, once an endpoint has matched. */
    route?: string;
    caller: Caller;
    /** The rate-limit headers of this request. */
    rateLimit?: Record<string, string>;
  };
}

export type HttpContext = HonoContext<Env>;

/** The caller: a back end with an API key, or the page of one case with a session key. */
export type Caller = SecretCaller | SessionCaller;

export interface SecretCaller {
  kind: 'secret';
  keyId: string;
  mode: Mode;
  scopes: readonly Scope[];
  /** Keys that it makes end no later. */
  expiresAt: Date | null;
}

export interface SessionCaller {
  kind: 'session';
  keyId: string;
  mode: Mode;
  caseId: string;
  allowedOrigins: readonly string[];
  /** The step of a phone; `null` for other pages. */
  phoneStep: HandoffReach | null;
  /** The browser that opened the link, by the hash of its cookie; `null`: the customer's page. */
  browser: string | null;
}
