import type { Context, Hono } from 'hono';
import type { SessionOfReviewer } from '../db/store/reviewers.ts';
import type { Deps } from '../deps.ts';
import type { Env, HttpContext } from '../http/env.ts';

/** A session, with the token of its forms. */
export interface DeskSession extends SessionOfReviewer {
  hash: string;
  /** Protects against forms of other sites (CSRF). */
  formToken: string;
  /** Whether the sign-in is recent enough for sensitive actions. */
  isFresh: boolean;
}

/** The state of a request to the desk. */
export interface DeskEnv {
  Bindings: Env['Bindings'];
  Variables: Env['Variables'] & {
    session: DeskSession;
    /** The fields of the form; the body is read once. */
    form: Form;
  };
}

export type DeskHttpContext = Context<DeskEnv>;

/** The context as the rate limits take it: they read its address and its headers, and no caller of the API. */
export function limited(c: DeskHttpContext): HttpContext {
  return c as Context as HttpContext;
}

export type DeskApp = Hono<DeskEnv>;

/** The fields of a form: the last value of each, and all values. */
export interface Form {
  get(name: string): string;
  all(name: string): string[];
}

/** Adds the routes of one subject. */
export type DeskRoutes = (app: DeskApp, deps: Deps) => void;
