import type { IncomingMessage } from 'node:http';
import { limits } from '../../contract/limits.ts';
import { ApiError } from '../apiError.ts';
import { readBytes } from './readBytes.ts';
import type { UploadedFile } from './uploadedFile.ts';

/** Boundaries, headers of parts and small fields, beside the files. */
const OVERHEAD_BYTES = 64 * 1024;
/** More than any capture has. Taking hundreds of thousands of empty parts apart would take seconds. */
const MOST_PARTS = 16;
/** From a boundary to the end of the head of its part. */
const HEAD_BYTES = 4096;

export interface Multipart {
  /** Texts by name; one that is given twice is refused. */
  fields: Record<string, string>;
  files: UploadedFile[];
}

/**
 * Reads a multipart body (RFC 7578).
 * @throws {ApiError} `body_too_large`, `validation_failed`.
 */
export async function readMultipart(incoming: IncomingMessage, contentType: string): Promise<Multipart> {
  const bytes = await readBytes(incoming, limits.captureBytes + OVERHEAD_BYTES);
  const fields: Record<string, string> = {};
  const files: UploadedFile[] = [];
  for (const [field, value] of await parse(bytes, contentType)) {
    if (typeof value === 'string') {
      if (value.length > OVERHEAD_BYTES) throw tooLarge(OVERHEAD_BYTES);
      if (Object.hasOwn(fields, field)) throw refusal(field, 'duplicate', 'The field stands there twice.');
      fields[field] = value;
    } else {
      if (value.size > limits.frameBytes) throw tooLarge(limits.frameBytes);
      files.push({ field, mediaType: value.type, bytes: await value.bytes() });
    }
  }
  if (files.reduce((sum, file) => sum + file.bytes.length, 0) > limits.captureBytes) {
    throw tooLarge(limits.captureBytes);
  }
  return { fields, files };
}

async function parse(bytes: Buffer, contentType: string): Promise<FormData> {
  const boundary = /;\s*boundary=(?:"([^"\\]{1,70})"|([^\s";,]{1,70}))/i
    .exec(contentType)
    ?.slice(1)
    .find(Boolean);
  if (boundary === undefined) throw notMultipart();
  requireFewParts(bytes, Buffer.from(`--${boundary}`, 'latin1'));
  try {
    // By the very boundary that the parts were counted by.
    const headers = { 'Content-Type': `multipart/form-data; boundary="${boundary}"` };
    return await new Response(new Uint8Array(bytes), { headers }).formData();
  } catch {
    throw notMultipart();
  }
}

/** @throws {ApiError} before anything is taken apart that would cost much and can't be a capture. */
function requireFewParts(bytes: Buffer, delimiter: Buffer): void {
  let parts = 0;
  for (let at = bytes.indexOf(delimiter); at !== -1; at = bytes.indexOf(delimiter, at)) {
    at += delimiter.length;
    if (bytes.toString('latin1', at, at + 2) === '--') continue;
    if (++parts > MOST_PARTS) throw refusal('', 'too_many_parts', `There may be ${MOST_PARTS} parts.`);
    if (!bytes.subarray(at, at + HEAD_BYTES).includes('\r\n\r\n')) throw notMultipart();
  }
}

function notMultipart(): ApiError {
  return refusal('', 'invalid', 'The body must be multipart/form-data.');
}

function refusal(field: string, code: string, detail: string): ApiError {
  return new ApiError('validation_failed', { errors: [{ pointer: `#/${field}`, code, detail }] });
}

function tooLarge(limit: number): ApiError {
  return new ApiError('body_too_large', { detail: `Files may have ${limit} bytes.` });
}
