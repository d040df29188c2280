import type { HttpBindings } from '@hono/node-server';
import type { Context as HonoContext } from 'hono';
import type { Caller } from './caller.ts';

/** What the pipeline keeps beside a request. */
export interface Env {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** The pattern of its path, such as `/v1/cases/:id`, once it met an endpoint. */
    route?: string;
    caller: Caller;
    /** What the limits say of this request. */
    rateLimit?: Record<string, string>;
  };
}

export type Context = HonoContext<Env>;
