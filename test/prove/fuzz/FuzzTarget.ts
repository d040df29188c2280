import { mutated, oddValue } from './mutated.ts';
import { type Schema, sampleOf } from './sampleOf.ts';

interface Operation {
  method: string;
  path: string;
  body: Schema | null;
  isForm: boolean;
  query: { name: string; schema: Schema }[];
}

interface Description {
  paths: Record<string, Record<string, unknown>>;
  components: { schemas: Record<string, Schema> };
}

const pick = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)]!;

/** Requests as the service's own description of the API has them, with something wrong here and there. */
export class FuzzTarget {
  readonly #url: string;
  readonly #keys: readonly string[];
  readonly #newSession: () => Promise<string>;
  /** The key of a page; renewed after its case is deleted. */
  #session: string | null = null;
  readonly #operations: Operation[];
  readonly #schemas: Record<string, Schema>;
  /** Ids that the service gave, the newest of each kind. */
  readonly #ids = new Map<string, string[]>([['case', ['case_00000000000000000000000000']]]);
  /** The kind of id that a path accepts. */
  readonly #kinds = new Map<string, string>();

  constructor(
    url: string,
    { keys, newSession }: { keys: readonly string[]; newSession: () => Promise<string> },
    description: Description,
  ) {
    this.#url = url;
    this.#keys = keys;
    this.#newSession = newSession;
    this.#schemas = description.components.schemas;
    this.#operations = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => operationOf(method, path, operation)),
    );
  }

  get operations(): number {
    return this.#operations.length;
  }

  /** Sends one request. @returns its status, and the request if the answer is a fault of the service. */
  async send(): Promise<{ status: number; request: string }> {
    const { method, path, body, isForm, query } = pick(this.#operations);
    const pathId = this.#anyId(path);
    const address = path.replace(/\{(\w+)\}/g, () => encodeURIComponent(pathId));
    const params = query
      .filter(() => Math.random() < 0.4)
      .map(({ name, schema }) => {
        const one = mutated(sampleOf(schema, this.#schemas), 0.4);
        const value = typeof one === 'string' ? one : JSON.stringify(one);
        return `${name}=${encodeURIComponent(wellFormed(value))}`;
      });
    this.#session ??= await this.#newSession();
    const key = pick([...this.#keys, this.#session]);
    const sample = body && mutated(sampleOf(body, this.#schemas));
    const sent = body && (isForm ? formOf(sample) : JSON.stringify(sample));
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
    const headers = {
      Authorization: `Bearer ${key}`,
      ...(sent && { 'Content-Type': Math.random() < 0.95 ? type : 'text/plain' }),
      ...(Math.random() < 0.2 && {
        'Idempotency-Key': pick(['a', '"a"', 'x'.repeat(300), `${Math.random()}`]),
      }),
      ...(Math.random() < 0.1 && { 'If-None-Match': pick(['*', 'W/"1"', '"', '"1"']) }),
    };
    const url = `${this.#url}/v1${address}${params.length > 0 ? `?${params.join('&')}` : ''}`;
    const text = sent && Math.random() < 0.03 ? sent.slice(0, -1) : sent;
    const response = await fetch(url, { method, headers, ...(text && { body: text }) });
    const answer = await response.text();
    const [, id] = /"id":"(\w+)"/.exec(answer) ?? [];
    if (response.status === 401 && key === this.#session) this.#session = null;
    if (id) this.#note(id);
    if (response.status !== 404 && response.status < 500) this.#kinds.set(path, kindOf(pathId));
    return {
      status: response.status,
      request: `${method} ${url.slice(this.#url.length)} ${text} ${answer}`.slice(0, 800),
    };
  }

  /** Mostly of the kind that the path accepts, so that not every request ends with 404. */
  #anyId(path: string): string {
    if (Math.random() < 0.1) return wellFormed(`${JSON.stringify(oddValue())}`).slice(0, 200);
    const known = Math.random() < 0.8 ? this.#ids.get(this.#kinds.get(path) ?? '') : undefined;
    return pick(known ?? pick([...this.#ids.values()]));
  }

  #note(id: string): void {
    const kind = kindOf(id);
    // With the id of a key it would revoke the one that it calls with.
    if (kind === 'key') return;
    const ids = this.#ids.get(kind) ?? [];
    this.#ids.set(kind, [...ids.slice(-MAX_IDS), id]);
  }
}

const MAX_IDS = 100;

/** The text before the first underscore. */
const kindOf = (id: string) => id.split('_')[0]!;

function operationOf(method: string, path: string, definition: unknown): Operation[] {
  const operation = definition as {
    requestBody?: { content?: Record<string, { schema: Schema }> };
    parameters?: { in: string; name: string; schema: Schema }[];
  };
  if (!/^(get|post|put|patch|delete)$/.test(method)) return [];
  const content = operation.requestBody?.content;
  const form = content?.['application/x-www-form-urlencoded'];
  const body = (form ?? content?.['application/json'])?.schema ?? null;
  const query = (operation.parameters ?? []).filter((one) => one.in === 'query');
  return [{ method: method.toUpperCase(), path, body, isForm: form !== undefined, query }];
}

/** A form with the members of a JSON body, some of them twice. */
export function formOf(sample: unknown): string {
  const members = typeof sample === 'object' && sample ? Object.entries(sample) : [['', sample]];
  const pairs = members.map(([name, value]) => [
    name,
    wellFormed(typeof value === 'string' ? value : `${JSON.stringify(value)}`),
  ]);
  const twice = Math.random() < 0.05 ? pairs.slice(0, 1) : [];
  return new URLSearchParams([...pairs, ...twice] as [string, string][]).toString();
}

/** Halves of surrogate pairs can't be in an address. */
function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
}
