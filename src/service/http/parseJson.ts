import { limits } from '../../contract/limits.ts';
import { ApiError } from '../apiError.ts';

/**
 * Parses JSON in UTF-8.
 * @throws {ApiError} `json_invalid` for what is not JSON or nests too deep; `validation_failed` for a text that
 *   can't be stored: one with U+0000 or half a surrogate pair; `unknown_field` for `__proto__`.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const value = parse(bytes);
  walk(value, 1, '#');
  return value;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ApiError('json_invalid');
  }
}

function walk(value: unknown, depth: number, pointer: string): void {
  if (typeof value === 'string') requireStorable(value, pointer);
  if (typeof value !== 'object' || value === null) return;
  if (depth > limits.jsonDepth) {
    throw new ApiError('json_invalid', { detail: `JSON may nest ${limits.jsonDepth} deep.` });
  }
  for (const [key, item] of Object.entries(value)) {
    requireStorable(key, pointer);
    requireOrdinary(key, pointer);
    walk(item, depth + 1, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

function requireStorable(text: string, pointer: string): void {
  if (!/[\0\p{Surrogate}]/u.test(text)) return;
  const detail = 'The value contains a character that cannot be stored.';
  throw new ApiError('validation_failed', { errors: [{ pointer, code: 'control_character', detail }] });
}

/** Objects lose a field of that name without a word. */
function requireOrdinary(key: string, pointer: string): void {
  if (key !== '__proto__') return;
  const detail = 'No field may have this name.';
  throw new ApiError('unknown_field', {
    errors: [{ pointer: `${pointer}/${key}`, code: 'unknown_field', detail }],
  });
}
