import { IdvError } from './errors.ts';

/** Values of a query; what is `undefined` is left out. */
export type Query = Record<string, string | number | undefined>;

/**
 * The address of a call.
 * @param path of the endpoint, with `:name` for each parameter.
 * @throws IdvError if a parameter is empty, or would climb out of its place in the path.
 */
export function requestUrl(
  baseUrl: string,
  path: string,
  params: Record<string, string> = {},
  query: Query = {},
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => segment(name, params[name]));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, `${value}`);
  return `${baseUrl.replace(/\/+$/, '')}${filled}${search.size > 0 ? `?${search}` : ''}`;
}

function segment(name: string, value: string | undefined): string {
  if (typeof value !== 'string' || ['', '.', '..'].includes(value)) {
    throw new IdvError(`The ${name} in the address of the call must be an id`, { code: 'id_invalid' });
  }
  return encodeURIComponent(value);
}
