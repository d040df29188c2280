import * as z from 'zod/mini';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import { fieldErrors } from '../../contract/fieldErrors.ts';
import { limits } from '../../contract/limits.ts';
import { personalDetailsFor } from '../../contract/personalDetails.ts';
import { ApiError } from '../apiError.ts';
import { sha256 } from '../crypto/sha256.ts';
import type { Context } from './env.ts';
import { parseJson } from './parseJson.ts';
import { readBytes } from './readBytes.ts';
import { readCapture } from './readCapture.ts';
import { readMultipart } from './readMultipart.ts';
import { readReferenceImage } from './readReferenceImage.ts';
import type { UploadedFile } from './uploadedFile.ts';

export interface Input {
  body: unknown;
  files: UploadedFile[];
  /** Tells payloads apart: equal for a request that is sent again. */
  digest: () => string;
}

const NOTHING = z.strictObject({});
const NO_INPUT: Input = { body: undefined, files: [], digest: () => '' };

/**
 * Reads the body of a request and checks it by the schema of its endpoint.
 * @throws {ApiError} 413, 415, 400 or 422.
 */
export async function readInput(
  c: Context,
  name: EndpointName,
  endpoint: Endpoint,
  schema: z.ZodMiniType | undefined,
): Promise<Input> {
  if (endpoint.method === 'GET') return NO_INPUT;
  requireNoCoding(c);
  if (endpoint.body === 'multipart') return await readUpload(c, name, schema ?? NOTHING);
  // Where no field is required, no body is as good as `{}`.
  const mayBeAbsent = z.safeParse(schema ?? NOTHING, {}).success;
  const isTyped = c.req.header('Content-Type') !== undefined;
  if (endpoint.body === 'json' && (isTyped || !mayBeAbsent)) requireMediaType(c, 'application/json');
  const bytes = await readBytes(c.env.incoming, limits.jsonBytes);
  if (endpoint.body === 'none' && bytes.length === 0) return NO_INPUT;
  if (bytes.length === 0 && mayBeAbsent) return { ...NO_INPUT, body: {} };
  const mode = c.get('caller').mode;
  const own = name === 'submitPersonalDetails' ? personalDetailsFor(mode) : schema;
  return { body: check(own ?? NOTHING, parseJson(bytes)), files: [], digest: () => sha256(bytes) };
}

async function readUpload(c: Context, name: EndpointName, schema: z.ZodMiniType): Promise<Input> {
  requireMediaType(c, 'multipart/form-data');
  const parts = await readMultipart(c.env.incoming, c.req.header('Content-Type') ?? '');
  const hashes = () => parts.files.map(({ field, bytes }) => [field, sha256(bytes)]);
  return {
    body: check(schema, name === 'addReferenceImage' ? readReferenceImage(parts) : readCapture(parts)),
    files: parts.files,
    digest: () => sha256(JSON.stringify([parts.fields, hashes()])),
  };
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
