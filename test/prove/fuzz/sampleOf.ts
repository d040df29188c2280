/** The part of JSON Schema that the description of the API uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  format?: string;
  minimum?: number;
}

const pick = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)]!;

/** A value that fits a schema, with a random choice of optional properties. @param schemas the targets of `$ref` */
export function sampleOf(schema: Schema, schemas: Record<string, Schema>, depth = 0): unknown {
  if (depth > 6) return null;
  const deeper = (one: Schema) => sampleOf(one, schemas, depth + 1);
  if (schema.$ref) return deeper(schemas[schema.$ref.split('/').at(-1)!] ?? {});
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return deeper(pick(choices));
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(deeper));
  const type = Array.isArray(schema.type) ? pick(schema.type) : schema.type;
  if (type === 'object' || schema.properties) {
    const properties = Object.entries(schema.properties ?? {}).filter(() => Math.random() < 0.7);
    return Object.fromEntries(properties.map(([name, one]) => [name, deeper(one)]));
  }
  if (type === 'array')
    return Array.from({ length: Math.floor(Math.random() * 3) }, () => deeper(schema.items ?? {}));
  if (type === 'integer' || type === 'number') return (schema.minimum ?? 0) + Math.floor(Math.random() * 5);
  if (type === 'boolean') return Math.random() < 0.5;
  return pick(TEXTS);
}

const TEXTS = [
  'kyc_individual',
  'https://shop.example/back',
  '1990-05-17',
  '2027-01-01T00:00:00Z',
  'en',
  'RO',
  '+40700000000',
  'Mirela',
  'IDVTEST_APPROVE',
  'a@shop.example',
  'approved',
] as const;
