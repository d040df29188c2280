import { credentialEndpoints } from '../../../src/contract/credentialEndpoints.ts';
import { documentEndpoints } from '../../../src/contract/documentEndpoints.ts';
import { endpointSchemas } from '../../../src/contract/endpointSchemas.ts';
import { handoffEndpoints } from '../../../src/contract/handoffEndpoints.ts';
import { Problem } from '../../../src/contract/problem.ts';
import { sessionEndpoints } from '../../../src/contract/sessionEndpoints.ts';

const { retrieveCredential: _, ...ofWallet } = credentialEndpoints;

/** The endpoints that the page reaches, those of the hand-off among them. */
export const pageEndpoints = { ...sessionEndpoints, ...handoffEndpoints, ...ofWallet, ...documentEndpoints };

/** A status and a body, `undefined` for none. */
export type Answer = [status: number, body: unknown];

/**
 * Checks an answer to a page against the contract: the status and the schema of its endpoint, or the schema of a
 * problem. Keys unknown to the contract are refused as well.
 * @throws if the service could not have given it, so that no test passes on it.
 */
export function byContract(endpoint: keyof typeof pageEndpoints, [status, body]: Answer): Answer {
  const schemas: { response?: Schema; sessionResponse?: Schema } = endpointSchemas[endpoint];
  if (status >= 400) return [status, exact(Problem, body, `a ${status} of ${endpoint}`)];
  const expected = pageEndpoints[endpoint].status;
  if (status !== expected) throw new Error(`${endpoint} answers ${expected}, not ${status}`);
  const schema = schemas.sessionResponse ?? schemas.response;
  return [status, schema && exact(schema, body, endpoint)];
}

interface Schema {
  parse(value: unknown): unknown;
}

function exact(schema: Schema, body: unknown, name: string): unknown {
  const sent = JSON.parse(JSON.stringify(body)) as object;
  const known = schema.parse(sent) as object;
  const unknown = Object.keys(sent).filter((key) => !(key in known));
  if (unknown.length > 0) throw new Error(`${name} has no ${unknown.join(', ')}`);
  return known;
}
