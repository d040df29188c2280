import { utf8Text } from '../bytes/bytes.ts';
import { CredentialError, ensure } from '../CredentialError.ts';

export type Json = string | number | boolean | null | Json[] | JsonObject;
export type JsonObject = { [member: string]: Json };

/** Size limits of a JSON text. */
export interface JsonLimits {
  depth: number;
  /** Members and elements in all. */
  items: number;
}

export const JSON_LIMITS: JsonLimits = { depth: 16, items: 10_000 };

/**
 * Parses JSON (RFC 8259) that every parser reads alike: UTF-8, no duplicate member, no member called `__proto__`.
 * @throws {CredentialError} `json_malformed`, `json_member_duplicate`, `json_member_forbidden`, `json_limit_exceeded`
 */
export function parseStrictJson(bytes: Uint8Array, limits: JsonLimits = JSON_LIMITS): Json {
  const text = utf8Text(bytes);
  if (text === null) throw new CredentialError('json_malformed', 'The JSON is not UTF-8.');
  // The limits are checked first, because parsing deep text is expensive.
  checkMembers(text, limits);
  return parse(text);
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (cause) {
    throw new CredentialError('json_malformed', 'The JSON is malformed.', { cause });
  }
}

/** @throws {CredentialError} as `parseStrictJson`, and `json_malformed` if the value is not an object */
export function parseStrictObject(bytes: Uint8Array, limits?: JsonLimits): JsonObject {
  const value = parseStrictJson(bytes, limits);
  if (!isObject(value)) throw new CredentialError('json_malformed', 'The JSON is not an object.');
  return value;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Checks members and limits of a text, which need not be valid JSON. */
function checkMembers(text: string, { depth, items: limit }: JsonLimits): void {
  const open: (Set<string> | null)[] = [];
  let items = 0;
  let last = '';
  for (const { char, string } of structure(text)) {
    if (char === '{' || char === '[')
      ensure(open.length < depth, 'json_limit_exceeded', `More than ${depth} levels.`);
    if (char === '{') open.push(new Set());
    else if (char === '[') open.push(null);
    else if (char === '}' || char === ']') open.pop();
    else if (char === ',' && ++items > limit)
      throw new CredentialError('json_limit_exceeded', `A JSON text has more than ${limit} items.`);
    else if (char === ':') addMember(open.at(-1)!, last);
    last = string;
  }
}

function addMember(members: Set<string> | null, spelling: string): void {
  const name = parse(spelling) as string;
  ensure(name !== '__proto__', 'json_member_forbidden', 'A JSON object has the forbidden member __proto__.');
  ensure(!members?.has(name), 'json_member_duplicate', 'A JSON object has a duplicate member.');
  members?.add(name);
}

/** The structural characters of a JSON text; for a string, '"' and the string as written. */
function* structure(text: string): Generator<{ char: string; string: string }> {
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char !== '"') {
      if ('{}[],:'.includes(char)) yield { char, string: '' };
      continue;
    }
    let end = text.indexOf('"', at + 1);
    while (end > -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
    if (end === -1) return;
    yield { char, string: text.slice(at, end + 1) };
    at = end;
  }
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}
