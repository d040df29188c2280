import { setImmediate as nextTurn } from 'node:timers/promises';
import busboy from 'busboy';
import type { Upload } from '../../contract/upload.ts';
import { ApiError } from '../ApiError.ts';

/** Bytes for boundaries, part headers and small fields, in addition to the files. */
const OVERHEAD_BYTES = 64 * 1024;
/** Fields other than files; no valid body has as many. */
const MAX_FIELDS = 8;
/** Limit for the headers of one part. */
const MAX_HEADERS = 16;
/**
 * Larger than most captures. Between two pieces of a larger body, other requests are handled, and a refused body is no
 * longer read.
 */
const PIECE_BYTES = 4 * 1024 * 1024;
/** A boundary has at most 70 characters (RFC 2046, section 5.1.1); longer types are refused without parsing. */
const LONGEST_TYPE = 256;

export interface Multipart {
  /** Texts by name; a repeated name is refused. */
  fields: Record<string, string>;
  files: Record<string, UploadedFile[]>;
}

interface Parts extends Multipart {
  /** Whether a file had an unknown name. */
  hasUnknownFile: boolean;
}

/** Maximum size of a body, in bytes. */
export function maxBytes({ files }: Upload): number {
  return Object.values(files).reduce((sum, { bytesInAll }) => sum + bytesInAll, OVERHEAD_BYTES);
}

/**
 * Parses a multipart body (RFC 7578).
 * @throws {ApiError} `body_too_large`, `validation_failed`, `unknown_field`.
 */
export async function readMultipart(body: Buffer, contentType: string, upload: Upload): Promise<Multipart> {
  const parts = await takeApart(body, contentType, upload);
  for (const [name, files] of Object.entries(parts.files)) requireSize(name, files, upload);
  if (parts.hasUnknownFile) throw unknownFile(Object.keys(upload.files));
  return parts;
}

function takeApart(body: Buffer, contentType: string, { files: expected }: Upload): Promise<Parts> {
  return new Promise((resolve, reject) => {
    const parser = open(contentType, expected);
    const fields: Multipart['fields'] = Object.create(null);
    const files = Object.fromEntries(Object.keys(expected).map((name) => [name, [] as UploadedFile[]]));
    let refused: ApiError | undefined;
    let hasUnknownFile = false;
    const refuse = (error: ApiError) => {
      refused ??= error;
    };
    parser.on('field', (name, value, { valueTruncated }) => {
      if (valueTruncated) refuse(tooLarge(OVERHEAD_BYTES, 'A field exceeds'));
      if (Object.hasOwn(expected, name)) refuse(refusal(name, 'invalid', 'The field must be a file.'));
      if (Object.hasOwn(fields, name)) refuse(refusal(name, 'duplicate', 'The field is sent twice.'));
      fields[name] = value;
    });
    parser.on('file', (name, stream, { mimeType }) => {
      const pieces: Buffer[] = [];
      const target = Object.hasOwn(files, name) ? files[name] : undefined;
      if (!target) {
        // Report the unknown name, whatever the size of the field.
        hasUnknownFile = true;
        stream.resume();
        return;
      }
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('limit', () => refuse(tooLarge(expected[name]!.bytesEach)));
      stream.on('close', () => target.push({ mediaType: mimeType, bytes: joined(pieces) }));
    });
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
      parser.on(limit, () => {
        refused = refusal('', 'too_many_parts', 'There are too many parts.');
      });
    }
    parser.on('error', () => reject(refused ?? notMultipart()));
    parser.on('close', () => (refused ? reject(refused) : resolve({ fields, files, hasUnknownFile })));
    const feed = async () => {
      for (let at = 0; at < body.length && !refused; at += PIECE_BYTES) {
        if (at > 0) await nextTurn();
        await new Promise((written) => parser.write(body.subarray(at, at + PIECE_BYTES), written));
      }
      if (refused) reject(refused);
      else parser.end();
    };
    void feed();
  });
}

/** Not copied if they are adjacent in one body. */
function joined(pieces: readonly Buffer[]): Buffer {
  const [first, ...others] = pieces;
  let end = (first?.byteOffset ?? 0) + (first?.length ?? 0);
  for (const { buffer, byteOffset, length } of others) {
    if (buffer !== first!.buffer || byteOffset !== end) return Buffer.concat(pieces);
    end += length;
  }
  return first ? Buffer.from(first.buffer, first.byteOffset, end - first.byteOffset) : Buffer.alloc(0);
}

function open(contentType: string, expected: Upload['files']): busboy.Busboy {
  const kinds = Object.values(expected);
  const files = kinds.reduce((sum, { max }) => sum + max, 0);
  if (contentType.length > LONGEST_TYPE) throw notMultipart();
  try {
    return busboy({
      headers: { 'content-type': contentType },
      limits: {
        files,
        fields: MAX_FIELDS,
        parts: files + MAX_FIELDS,
        fileSize: Math.max(...kinds.map(({ bytesEach }) => bytesEach)) + 1,
        fieldSize: OVERHEAD_BYTES,
        fieldNameSize: 100,
        headerPairs: MAX_HEADERS,
      },
    });
  } catch {
    throw notMultipart();
  }
}

function requireSize(name: string, files: readonly UploadedFile[], upload: Upload): void {
  const { min, max, isOptional, bytesEach, bytesInAll, isList } = upload.files[name]!;
  if (files.length < min && !(isOptional && files.length === 0)) {
    const many = isList && min > 1 ? `There must be at least ${min} files` : 'There must be a file';
    throw refusal(name, 'invalid', `${many} under the name ${name}.`);
  }
  if (files.length > max)
    throw refusal(name, 'too_many_parts', `At most ${max} files of this name are allowed.`);
  if (files.some(({ bytes }) => bytes.length > bytesEach)) throw tooLarge(bytesEach);
  if (files.reduce((sum, { bytes }) => sum + bytes.length, 0) > bytesInAll)
    throw tooLarge(bytesInAll, `All files under the name ${name} exceed`);
}

function notMultipart(): ApiError {
  return refusal('', 'invalid', 'The body must be multipart/form-data.');
}

function unknownFile(names: readonly string[]): ApiError {
  const detail = `The file field is unknown. Name it ${names.join(' or ')}.`;
  return new ApiError('unknown_field', { errors: [{ pointer: '#', code: 'unknown_field', detail }] });
}

function refusal(field: string, code: string, detail: string): ApiError {
  return new ApiError('validation_failed', { errors: [{ pointer: `#/${field}`, code, detail }] });
}

function tooLarge(limit: number, excess = 'A file exceeds'): ApiError {
  return new ApiError('body_too_large', { detail: `${excess} the limit of ${limit} bytes.` });
}

/** A file of a multipart body. `mediaType` is the sender's claim. */
export interface UploadedFile {
  mediaType: string;
  bytes: Uint8Array;
}

/** The files of a multipart body by field name, in order. */
export type UploadedFiles = Readonly<Record<string, readonly UploadedFile[]>>;
