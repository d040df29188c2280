import type { Context, Hono } from 'hono';
import type { SessionOfReviewer } from '../db/store/reviewers.ts';
import type { Deps } from '../deps.ts';
import type { Env } from '../http/env.ts';

/** A session with what its forms carry. */
export interface DeskSession extends SessionOfReviewer {
  hash: string;
  /** Against forms of other sites. */
  formToken: string;
  /** Whether the reviewer has signed in just now. */
  isFresh: boolean;
}

/** The state of a request to the desk. */
export interface DeskEnv {
  Bindings: Env['Bindings'];
  Variables: Env['Variables'] & {
    session: DeskSession;
    /** The fields of a form, read once. */
    form: Form;
  };
}

export type DeskHttpContext = Context<DeskEnv>;
export type DeskApp = Hono<DeskEnv>;

/** The fields of a form: each with its last value, and all values of it. */
export interface Form {
  get(name: string): string;
  all(name: string): string[];
}

/** Adds the routes of one subject. */
export type DeskRoutes = (app: DeskApp, deps: Deps) => void;
