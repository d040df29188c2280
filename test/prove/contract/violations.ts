import * as z from 'zod';
import type { Exchange } from './Exchange.ts';

interface Answer {
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: object }>;
}

export interface Description {
  paths: Record<string, Record<string, { responses: Record<string, Answer> }>>;
  components: { schemas: Record<string, object> };
}

/**
 * Compares answers with the description of an API: path, status, headers, media type and body.
 * @returns a function that finds the answers which it does not have.
 */
export function violationsOf(description: Description): (exchanges: readonly Exchange[]) => string[] {
  const readers = new Map<object, z.ZodType>();
  const readerOf = (schema: object) => {
    const known = readers.get(schema);
    if (known) return known;
    const whole = { ...schema, $defs: description.components.schemas };
    const local = JSON.stringify(whole).replaceAll('#/components/schemas/', '#/$defs/');
    const made = z.fromJSONSchema(JSON.parse(local));
    readers.set(schema, made);
    return made;
  };
  return (exchanges) =>
    exchanges.flatMap((exchange) => {
      const fault = faultOf(description, exchange, readerOf);
      return fault ? [`${exchange.method} ${exchange.path} ${exchange.status}: ${fault}`] : [];
    });
}

function faultOf(
  { paths }: Description,
  { method, path, status, headers, body }: Exchange,
  readerOf: (schema: object) => z.ZodType,
): string | null {
  const plain = path.split('?')[0]!;
  // Literal paths take precedence over parameters.
  const names = Object.keys(paths).filter((name) => patternOf(name).test(plain));
  const name = names.sort((one, other) => one.split('{').length - other.split('{').length)[0];
  const answer = name && paths[name]?.[method.toLowerCase()]?.responses[status];
  if (!answer) return name ? 'no such answer' : 'no such path';
  const type = headers.get('Content-Type')?.split(';')[0] ?? null;
  if (!answer.content) return body === '' ? null : 'a body where none is';
  const content = type === null ? undefined : answer.content[type];
  if (!content) return `the media type ${type}`;
  if (typeof body === 'string') return null;
  const read = readerOf(content.schema).safeParse(body);
  return read.success ? null : z.prettifyError(read.error).slice(0, 300);
}

function patternOf(name: string): RegExp {
  return new RegExp(`^${name.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}
