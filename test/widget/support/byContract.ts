import { endpointSchemas } from '../../../src/contract/endpointSchemas.ts';
import { Problem } from '../../../src/contract/problem.ts';
import { sessionEndpoints } from '../../../src/contract/sessionEndpoints.ts';

/** A status and a body, `undefined` for none. */
export type Answer = [status: number, body: unknown];

/**
 * An answer to a page, held against the contract: the status and the schema of its endpoint, the schema of a problem
 * otherwise. Keys that the contract doesn't know are refused as well.
 * @throws if it is not what the service could have answered, so that no test passes on it.
 */
export function byContract(endpoint: keyof typeof sessionEndpoints, [status, body]: Answer): Answer {
  const schemas: { response?: Schema; sessionResponse?: Schema } = endpointSchemas[endpoint];
  if (status >= 400) return [status, exact(Problem, body, `a ${status} of ${endpoint}`)];
  const expected = sessionEndpoints[endpoint].status;
  if (status !== expected) throw new Error(`${endpoint} answers ${expected}, not ${status}`);
  return [status, exact((schemas.sessionResponse ?? schemas.response)!, body, endpoint)];
}

interface Schema {
  parse(value: unknown): unknown;
}

function exact(schema: Schema, body: unknown, what: string): unknown {
  const sent = JSON.parse(JSON.stringify(body)) as object;
  const known = schema.parse(sent) as object;
  const unknown = Object.keys(sent).filter((key) => !(key in known));
  if (unknown.length > 0) throw new Error(`${what} has no ${unknown.join(', ')}`);
  return known;
}
