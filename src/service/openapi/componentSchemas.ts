import * as z from 'zod/mini';
import type { EndpointSchemas } from '../../contract/endpointSchemas.ts';
import { namedSchemas } from './namedSchemas.ts';

export type JsonSchema = { [keyword: string]: unknown };

/** The schemas of the document, and how to point at them. */
export interface ComponentSchemas {
  /** By name. */
  all: Record<string, JsonSchema>;
  nameOf(schema: z.ZodMiniType): string;
}

/**
 * Writes every schema of the endpoints as JSON Schema, with references between those that have a name. One without
 * an entry in `namedSchemas` is named after its endpoint. The registry is made here and not in the contract, where it
 * would keep schemas in the page's bundle that the page does not use.
 */
export function componentSchemas(endpoints: Readonly<Record<string, EndpointSchemas>>): ComponentSchemas {
  const registry = z.registry<{ id: string; description?: string }>();
  for (const [id, [schema, description]] of Object.entries(namedSchemas))
    registry.add(schema, { id, description });
  const addIfNew = (schema: z.ZodMiniType | undefined, id: string) => {
    if (schema && !registry.has(schema)) registry.add(schema, { id });
  };
  for (const [endpoint, schemas] of Object.entries(endpoints)) {
    const name = endpoint.charAt(0).toUpperCase() + endpoint.slice(1);
    addIfNew(schemas.body, `${name}Request`);
    addIfNew(schemas.response, `${name}Response`);
    addIfNew(schemas.sessionResponse, `${name}SessionResponse`);
    addIfNew(schemas.query, `${name}Query`);
  }
  const { schemas } = z.toJSONSchema(registry, {
    metadata: registry,
    uri: (id) => `#/components/schemas/${id}`,
    io: 'input',
    override: ({ jsonSchema }) => tidy(jsonSchema),
  });
  const bare = ({ $schema: _, $id: __, ...schema }: JsonSchema) => schema;
  const all = Object.entries(schemas).map(([name, schema]) => [name, bare(schema as JsonSchema)]);
  return { all: Object.fromEntries(all), nameOf: (schema) => registry.get(schema)!.id };
}

/** Takes out what says nothing in OpenAPI, and adds the format that a timestamp's pattern stands for. */
function tidy(schema: JsonSchema): void {
  delete schema['id'];
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if (String(schema['pattern']).endsWith('\\.\\d{3}Z$')) schema['format'] = 'date-time';
}
