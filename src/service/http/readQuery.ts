import * as z from 'zod/mini';
import { fieldErrors } from '../../contract/fieldErrors.ts';
import { ApiError } from '../apiError.ts';

const NOTHING = z.strictObject({});

/**
 * Reads and checks the query of a URL.
 * @throws {ApiError} `query_invalid` with the parameters that are wrong, unknown or given twice.
 */
export function readQuery(schema: z.ZodMiniType = NOTHING, url: string): unknown {
  const start = url.indexOf('?');
  if (start === -1 && schema === NOTHING) return {};
  const pairs = [...new URLSearchParams(start === -1 ? '' : url.slice(start + 1))];
  const query = Object.fromEntries(pairs);
  if (Object.keys(query).length < pairs.length) {
    throw new ApiError('query_invalid', { detail: 'A parameter may be given once.' });
  }
  const { data, error } = z.safeParse(schema, query);
  if (error) throw new ApiError('query_invalid', { errors: fieldErrors(error) });
  return data;
}
