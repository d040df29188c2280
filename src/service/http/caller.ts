import type { Mode } from '../../contract/mode.ts';
import type { Scope } from '../../contract/scopes.ts';

/** Who calls: a back end with an API key, or the page of one case with a session key. */
export type Caller = SecretCaller | SessionCaller;

export interface SecretCaller {
  kind: 'secret';
  keyId: string;
  mode: Mode;
  scopes: readonly Scope[];
}

export interface SessionCaller {
  kind: 'session';
  keyId: string;
  mode: Mode;
  caseId: string;
  allowedOrigins: readonly string[];
}
