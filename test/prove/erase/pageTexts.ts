import * as z from 'zod';
import { endpointSchemas } from '../../../src/contract/endpointSchemas.ts';
import { type EndpointName, endpoints } from '../../../src/contract/endpoints.ts';

/** The part of a JSON Schema that is looked at. */
interface Schema {
  type?: string;
  enum?: unknown;
  const?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

/**
 * All fields of the contract that a page can fill with a text of its own, as paths such as `giveConsent.text`: those of
 * every endpoint that a session key reaches, except lists of fixed words.
 */
export function pageTexts(): string[] {
  const names = (Object.keys(endpoints) as EndpointName[]).filter((name) => endpoints[name].session);
  return names.flatMap((name) => {
    const { body } = endpointSchemas[name] as { body?: z.core.$ZodType };
    return body ? textsIn(z.toJSONSchema(body, { unrepresentable: 'any', io: 'input' }) as Schema, name) : [];
  });
}

function textsIn(schema: Schema, path: string): string[] {
  const { type, properties = {}, items, anyOf = [] } = schema;
  if (schema.enum !== undefined || schema.const !== undefined) return [];
  if (type === 'string' || Object.keys(schema).length === 0) return [path];
  return [
    ...anyOf.flatMap((one) => textsIn(one, path)),
    ...(items ? textsIn(items, `${path}[]`) : []),
    ...Object.entries(properties).flatMap(([name, one]) => textsIn(one, `${path}.${name}`)),
  ];
}
