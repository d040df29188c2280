import { limits } from '../../contract/limits.ts';
import { ApiError } from '../apiError.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses JSON in UTF-8.
 * @throws {ApiError} `json_invalid` for what is not JSON or nests too deep; `validation_failed` for a text that
 *   can't be stored: one with U+0000 or half a surrogate pair; `unknown_field` for `__proto__`.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const value = parse(bytes);
  walk(value, []);
  return value;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new ApiError('json_invalid');
  }
}

/** @param path the fields that lead to the value. */
function walk(value: unknown, path: string[]): void {
  if (typeof value === 'string') requireStorable(value, path);
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= limits.jsonDepth) {
    throw new ApiError('json_invalid', { detail: `JSON may nest ${limits.jsonDepth} deep.` });
  }
  for (const [key, item] of Object.entries(value)) {
    requireStorable(key, path);
    requireOrdinary(key, path);
    path.push(key);
    walk(item, path);
    path.pop();
  }
}

function requireStorable(text: string, path: readonly string[]): void {
  if (!/[\0\p{Surrogate}]/u.test(text)) return;
  const detail = 'The value contains a character that cannot be stored.';
  throw new ApiError('validation_failed', {
    errors: [{ pointer: pointerOf(path), code: 'control_character', detail }],
  });
}

/** Objects lose a field of that name without a word. */
function requireOrdinary(key: string, path: readonly string[]): void {
  if (key !== '__proto__') return;
  const detail = 'No field may have this name.';
  throw new ApiError('unknown_field', {
    errors: [{ pointer: `${pointerOf(path)}/${key}`, code: 'unknown_field', detail }],
  });
}

/** A JSON Pointer as a fragment of a URI (RFC 6901, section 6). */
function pointerOf(path: readonly string[]): string {
  return ['#', ...path.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}
