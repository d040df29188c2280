import * as z from 'zod/mini';
import type { Endpoint } from '../../contract/endpoint.ts';
import { fieldErrors } from '../../contract/fieldErrors.ts';
import { limits } from '../../contract/limits.ts';
import type { Upload } from '../../contract/upload.ts';
import { ApiError } from '../apiError.ts';
import { sha256 } from '../crypto/sha256.ts';
import type { UploadShare } from '../limits/UploadRoom.ts';
import type { Context } from './env.ts';
import { parseJson } from './parseJson.ts';
import { readBytes } from './readBytes.ts';
import { mostBytes, readMultipart } from './readMultipart.ts';
import type { UploadedFiles } from './UploadedFile.ts';

export interface Input {
  body: unknown;
  files: UploadedFiles;
  /** Tells payloads apart: equal for a request that is sent again. */
  digest: () => string;
}

interface How {
  endpoint: Endpoint;
  /** Of the body, or of the fields beside the files; absent: there must be none. */
  schema: z.ZodMiniType | undefined;
  upload: Upload | undefined;
  /** Of the room for uploads, where this is one. */
  share: UploadShare | null;
}

const NOTHING = z.strictObject({});
const NO_INPUT: Input = { body: undefined, files: {}, digest: () => '' };

/**
 * Reads the body of a request and checks it.
 * @throws {ApiError} 413, 415, 400, 422 or 503.
 */
export async function readInput(c: Context, how: How): Promise<Input> {
  const { endpoint, schema = NOTHING, upload } = how;
  if (endpoint.method === 'GET') return NO_INPUT;
  requireNoCoding(c);
  if (upload) return await readUpload(c, upload, schema, how.share);
  const mayBeAbsent = isOptional(schema);
  const isTyped = c.req.header('Content-Type') !== undefined;
  if (endpoint.body === 'json' && (isTyped || !mayBeAbsent)) requireMediaType(c, 'application/json');
  const bytes = await readBytes(c.env.incoming, limits.jsonBytes);
  if (endpoint.body === 'none' && bytes.length === 0) return NO_INPUT;
  if (bytes.length === 0 && mayBeAbsent) return { ...NO_INPUT, body: {} };
  return { body: check(schema, parseJson(bytes)), files: {}, digest: () => sha256(bytes) };
}

const optional = new WeakMap<z.ZodMiniType, boolean>();

/** Whether no field is required: no body is as good as `{}` then. */
function isOptional(schema: z.ZodMiniType): boolean {
  const known = optional.get(schema) ?? z.safeParse(schema, {}).success;
  optional.set(schema, known);
  return known;
}

async function readUpload(
  c: Context,
  upload: Upload,
  schema: z.ZodMiniType,
  share: How['share'],
): Promise<Input> {
  requireMediaType(c, 'multipart/form-data');
  const body = await readBytes(c.env.incoming, mostBytes(upload), share);
  const { fields, files } = await readMultipart(body, c.req.header('Content-Type') ?? '', upload);
  const hashes = () =>
    Object.entries(files).map(([name, own]) => [name, own.map(({ bytes }) => sha256(bytes))]);
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

/** What is no JSON the schema refuses. */
function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** RFC 9110, section 15.5.16: what is packed can't be read, whatever is in it. */
function requireNoCoding(c: Context): void {
  if ((c.req.header('Content-Encoding') ?? 'identity').trim().toLowerCase() === 'identity') return;
  throw new ApiError('media_type_unsupported', {
    detail: 'Send the body without Content-Encoding.',
    headers: { 'Accept-Encoding': 'identity' },
  });
}

function requireMediaType(c: Context, expected: string): void {
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
