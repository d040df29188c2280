/** One request and its answer, as the description names them. */
export interface Exchange {
  method: string;
  /** Without `/v1`. */
  path: string;
  status: number;
  headers: Headers;
  /** Parsed where it is JSON; else the text. */
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape.
  body: any;
}

export interface RequestOptions {
  key?: string;
  json?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
}

export type Send = (method: string, path: string, asked?: RequestOptions) => Promise<Exchange>;

/** Sends requests to an address (forms with files to another one if given) and records the exchanges. */
export function recorder(
  { base, forms = base }: { base: string; forms?: string },
  usual: string,
  exchanges: Exchange[],
): Send {
  return async (method, path, { key = usual, json, form, headers } = {}) => {
    const response = await fetch(`${form ? forms : base}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined ? { body: JSON.stringify(json) } : form ? { body: form } : {}),
    });
    const text = await response.text();
    const isJson = /[/+]json\b/.test(response.headers.get('Content-Type') ?? '');
    const body = isJson ? JSON.parse(text) : text;
    const exchange = { method, path, status: response.status, headers: response.headers, body };
    exchanges.push(exchange);
    return exchange;
  };
}
