import type { IncomingMessage } from 'node:http';
import * as z from 'zod/mini';
import type { Endpoint } from '../../contract/endpoint.ts';
import { fieldErrors } from '../../contract/fieldErrors.ts';
import { sizeLimits } from '../../contract/limits.ts';
import type { Upload } from '../../contract/upload.ts';
import { ApiError } from '../ApiError.ts';
import { sha256 } from '../crypto/sha256.ts';
import type { UploadReservation } from '../limits/UploadMemoryBudget.ts';
import type { HttpContext } from './env.ts';
import { maxBytes, readMultipart, type UploadedFiles } from './readMultipart.ts';

export interface Input {
  body: unknown;
  files: UploadedFiles;
  /** A digest of the payload: equal for a repeated request. */
  digest: () => string;
}

interface ReadOptions {
  endpoint: Pick<Endpoint, 'method' | 'body' | 'bodyBytes'>;
  /** The schema of the body, or of the fields of a multipart body; absent: the body must be empty. */
  schema: z.ZodMiniType | undefined;
  upload: Upload | undefined;
  /** The reservation in the memory budget, for an upload or a large body. */
  reservation: UploadReservation | null;
}

const NOTHING = z.strictObject({});
const NO_INPUT: Input = { body: undefined, files: {}, digest: () => '' };

/**
 * Reads the body of a request and checks it.
 * @throws {ApiError} 413, 415, 400, 422 or 503.
 */
export async function readInput(c: HttpContext, how: ReadOptions): Promise<Input> {
  const { endpoint, schema = NOTHING, upload } = how;
  if (endpoint.method === 'GET') return NO_INPUT;
  requireNoCoding(c);
  if (upload) return await readUpload(c, upload, schema, how.reservation);
  const mayBeAbsent = isOptional(schema);
  const isTyped = c.req.header('Content-Type') !== undefined;
  if (endpoint.body === 'json' && (isTyped || !mayBeAbsent)) requireMediaType(c, 'application/json');
  if (endpoint.body === 'form') requireMediaType(c, FORM);
  const limit = endpoint.bodyBytes ?? sizeLimits.jsonBytes;
  const bytes = await readBytes(c.env.incoming, limit, how.reservation);
  if (endpoint.body === 'form')
    return { body: check(schema, parseForm(bytes)), files: {}, digest: () => sha256(bytes) };
  if (endpoint.body === 'none' && bytes.length === 0) return NO_INPUT;
  if (bytes.length === 0 && mayBeAbsent) return { ...NO_INPUT, body: {} };
  return { body: check(schema, parseJson(bytes)), files: {}, digest: () => sha256(bytes) };
}

const optional = new WeakMap<z.ZodMiniType, boolean>();

/** Whether no field is required: a missing body then counts as `{}`. */
function isOptional(schema: z.ZodMiniType): boolean {
  const mayBeMissing = optional.get(schema) ?? z.safeParse(schema, {}).success;
  optional.set(schema, mayBeMissing);
  return mayBeMissing;
}

async function readUpload(
  c: HttpContext,
  upload: Upload,
  schema: z.ZodMiniType,
  reservation: ReadOptions['reservation'],
): Promise<Input> {
  requireMediaType(c, 'multipart/form-data');
  const body = await readBytes(c.env.incoming, maxBytes(upload), reservation);
  const { fields, files } = await readMultipart(body, c.req.header('Content-Type') ?? '', upload);
  const hashes = () =>
    Object.entries(files).map(([name, list]) => [name, list.map(({ bytes }) => sha256(bytes))]);
  const parsed = Object.entries(fields).map(([name, text]) => [
    name,
    upload.jsonFields.includes(name) ? parsedOrText(text) : text,
  ]);
  return {
    body: check(schema, Object.fromEntries(parsed)),
    files,
    digest: () => sha256(JSON.stringify([fields, hashes()])),
  };
}

/** The schema refuses a value that is not JSON. */
function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** RFC 9110, section 15.5.16: compressed bodies are not supported. */
function requireNoCoding(c: HttpContext): void {
  if ((c.req.header('Content-Encoding') ?? 'identity').trim().toLowerCase() === 'identity') return;
  throw new ApiError('media_type_unsupported', {
    detail: 'Content-Encoding is not supported. Send the body uncompressed.',
    headers: { 'Accept-Encoding': 'identity' },
  });
}

function requireMediaType(c: HttpContext, expected: string): void {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== expected) {
    throw new ApiError('media_type_unsupported', {
      detail: `Send the body as ${expected}.`,
      headers: { Accept: expected },
    });
  }
}

function check(schema: z.ZodMiniType, value: unknown): unknown {
  const { data, error } = z.safeParse(schema, value);
  if (!error) return data;
  const errors = fieldErrors(error);
  const unknown = errors.some(({ code }) => code === 'unknown_field');
  throw new ApiError(unknown ? 'unknown_field' : 'validation_failed', { errors });
}

const FORM = 'application/x-www-form-urlencoded';
/** OpenID4VP names a handful. */
const MAX_FIELDS = 20;

/**
 * Parses a form (WHATWG URL, section 5.1).
 * @throws {ApiError} `validation_failed` for a repeated field, too many fields, or a text that can't be stored.
 */
function parseForm(bytes: Buffer): Record<string, string> {
  const text = bytes.toString();
  const isLong = text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS;
  const pairs = isLong ? [] : [...new URLSearchParams(text)];
  const form = Object.fromEntries(pairs);
  if (isLong || Object.keys(form).length < pairs.length)
    throw new ApiError('validation_failed', {
      detail: `Send each field of the form once, and at most ${MAX_FIELDS} fields.`,
    });
  walk(form, []);
  return form;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses JSON in UTF-8.
 * @throws {ApiError} `json_invalid` for invalid or too deeply nested JSON; `validation_failed` for a text that
 *   can't be stored: one with U+0000 or half a surrogate pair; `unknown_field` for `__proto__`.
 */
function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length > sizeLimits.jsonBytes) requireFewValues(bytes);
  const value = parse(bytes);
  walk(value, []);
  return value;
}

/** Values of a body that is larger than usual: it has long texts, not many values. */
const MAX_VALUES = 10_000;
const [COMMA, BRACKET, BRACE] = [0x2c, 0x5b, 0x7b];

/** Without this, one body of a megabyte could hold up the event loop for half a second. */
function requireFewValues(bytes: Uint8Array): void {
  let values = 0;
  // Ten times as fast as an iterator.
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === COMMA || byte === BRACKET || byte === BRACE) values++;
  }
  if (values > MAX_VALUES)
    throw new ApiError('json_invalid', {
      detail: `The JSON exceeds the limit of ${MAX_VALUES} values. Send fewer.`,
    });
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
  if (path.length >= sizeLimits.jsonDepth) {
    throw new ApiError('json_invalid', {
      detail: `The JSON exceeds the limit of ${sizeLimits.jsonDepth} nested levels. Nest less deeply.`,
    });
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

/** An object would silently drop a field of that name. */
function requireOrdinary(key: string, path: readonly string[]): void {
  if (key !== '__proto__') return;
  const detail = 'The field name is not allowed. Use another one.';
  throw new ApiError('unknown_field', {
    errors: [{ pointer: `${pointerOf(path)}/${key}`, code: 'unknown_field', detail }],
  });
}

/** A JSON Pointer as a fragment of a URI (RFC 6901, section 6). */
function pointerOf(path: readonly string[]): string {
  return ['#', ...path.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}

/**
 * Reads and checks the query of a URL.
 * @throws {ApiError} `query_invalid` with the parameters that are invalid, unknown or repeated.
 */
export function readQuery(schema: z.ZodMiniType = NOTHING, url: string): unknown {
  const start = url.indexOf('?');
  if (start === -1 && schema === NOTHING) return {};
  const pairs = [...new URLSearchParams(start === -1 ? '' : url.slice(start + 1))];
  const query = Object.fromEntries(pairs);
  if (Object.keys(query).length < pairs.length) {
    throw new ApiError('query_invalid', { detail: 'A query parameter is repeated. Send it once.' });
  }
  const { data, error } = z.safeParse(schema, query);
  if (error) throw new ApiError('query_invalid', { errors: fieldErrors(error) });
  return data;
}

/**
 * Number of bytes that are read of a refused body, so that the sender receives the response; or the limit of the body,
 * if that is more: eight frames of maximum size have twice the size of a capture.
 */
const DRAINED_BYTES = 1024 * 1024;

/**
 * Reads a request's body.
 * @param reservation in the memory budget of uploads, extended before memory is used; absent for small bodies.
 * @throws {ApiError} `body_too_large` above `limit` bytes; `header_invalid` if the body is shorter than announced (the
 *   client is gone by then); `unavailable` if the memory budget is used up.
 */
export async function readBytes(
  incoming: IncomingMessage,
  limit: number,
  reservation?: UploadReservation | null,
): Promise<Buffer> {
  const { bytes, size, refused } = await collect(incoming, limit, reservation ?? null);
  if (refused) throw refused;
  if (size <= limit) return bytes;
  const detail = `The body exceeds the limit of ${limit} bytes.`;
  throw new ApiError('body_too_large', { detail, headers: { Connection: 'close' } });
}

interface Collected {
  bytes: Buffer;
  size: number;
  refused?: unknown;
}

/** Uses events: an async iterator over each of many small bodies costs more than the rest of the reading. */
function collect(
  incoming: IncomingMessage,
  limit: number,
  reservation: UploadReservation | null,
): Promise<Collected> {
  return new Promise((resolve, reject) => {
    let buffer = new GrowingBuffer({ maxBytes: limit, reserve: reservation?.reserve });
    let size = 0;
    let refused: unknown;
    const hangUp = () => reject(new ApiError('header_invalid'));
    const settle = () => {
      if (reservation) reservation.abort = null;
      incoming.off('data', readChunk).off('end', settle).off('error', hangUp).off('close', settle);
      resolve({ bytes: buffer.bytes(), size, refused });
    };
    const readChunk = (chunk: Buffer) => {
      size += chunk.length;
      if (refused === undefined && size <= limit) {
        try {
          buffer.append(chunk);
        } catch (error) {
          refused = error;
        }
      }
      if (refused !== undefined || size > limit) buffer = new GrowingBuffer({ maxBytes: 0 });
      if (size > limit + Math.max(DRAINED_BYTES, limit)) settle();
    };
    if (reservation) {
      reservation.abort = (error) => {
        refused = new ApiError(error.code, {
          ...error.extras,
          headers: { ...error.extras.headers, Connection: 'close' },
        });
        buffer = new GrowingBuffer({ maxBytes: 0 });
        settle();
      };
    }
    incoming.on('data', readChunk).on('end', settle).on('error', hangUp).on('close', settle);
  });
}

interface Options {
  /** Maximum size; the buffer grows no further. */
  maxBytes: number;
  /** Called before each growth, with the bytes; its errors are passed on by `append`. */
  reserve?: ((bytes: number) => void) | undefined;
}

/** A buffer for chunks of any size, which doubles when full: a chunk of one byte costs one byte. */
class GrowingBuffer {
  readonly #options: Options;
  #bytes: Uint8Array = new Uint8Array(0);
  #length = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  append(piece: Uint8Array): void {
    const needed = this.#length + piece.length;
    if (needed > this.#bytes.length) {
      const { maxBytes, reserve } = this.#options;
      const size = Math.max(needed, Math.min(2 * this.#bytes.length, maxBytes));
      reserve?.(size - this.#bytes.length);
      // A body in one chunk, the common case, is not copied.
      if (this.#length === 0) this.#bytes = piece;
      else this.#grow(size);
    }
    if (this.#bytes !== piece) this.#bytes.set(piece, this.#length);
    this.#length = needed;
  }

  /** The received bytes, without a copy. */
  bytes(): Buffer {
    return Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset, this.#length);
  }

  #grow(size: number): void {
    const larger = Buffer.allocUnsafeSlow(size);
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
