import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { PictureSettings } from '../settings/pictureSettings.ts';
import { PictureError, type PictureStore, PictureStoreAway } from './pictureStore.ts';
import { TransferSlots } from './TransferSlots.ts';

/** Attempts at an operation, within its time limit. */
const ATTEMPTS = 3;
/** No object of ours is larger: an upload has a limit of its own. */
const MAX_OBJECT_BYTES = 32 * 2 ** 20;
/** Operations at once, and those that wait for them. More would fill the memory while the store is slow. */
const MAX_AT_ONCE = 32;
const MAX_WAITING = 128;

/** Answers that mean "no such object"; a missing bucket is another fault. */
const MISSING = new Set(['NoSuchKey', 'NotFound']);

/**
 * A bucket of S3 or of a store that speaks its protocol. Of the protocol it uses what all of them have: single deletes (a
 * delete of many needs a checksum that not all of them know), lists of the first version (s3rver fails at the tokens of
 * the second), no checksums beside the signature (Swift does not know their trailers). Whether an object is whole is known
 * from its seal.
 */
export async function openS3Store(settings: PictureSettings): Promise<PictureStore> {
  // Only those who use it load it.
  const s3 = await import('@aws-sdk/client-s3');
  const { bucket, timeoutMs } = settings;
  const client = clientOf(s3, settings);
  const slots = new TransferSlots(MAX_AT_ONCE, MAX_WAITING);
  const within = <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    slots.run(AbortSignal.timeout(timeoutMs), work);
  return {
    put: (name, bytes) =>
      within(async (abortSignal) => {
        const command = new s3.PutObjectCommand({ Bucket: bucket, Key: name, Body: bytes });
        await client.send(command, { abortSignal }).catch(away);
      }),
    get: (name) =>
      within(async (abortSignal) => {
        try {
          const command = new s3.GetObjectCommand({ Bucket: bucket, Key: name });
          const { Body } = await client.send(command, { abortSignal });
          return await readAll(Body as Readable, abortSignal);
        } catch (error) {
          if (MISSING.has(codeOf(error))) throw new PictureError('picture_missing', name);
          return away(error);
        }
      }),
    delete: (name) =>
      within(async (abortSignal) => {
        const command = new s3.DeleteObjectCommand({ Bucket: bucket, Key: name });
        await client.send(command, { abortSignal }).catch((error) => {
          if (!MISSING.has(codeOf(error))) away(error);
        });
      }),
    list: (prefix, after) =>
      within(async (abortSignal) => {
        const command = new s3.ListObjectsCommand({ Bucket: bucket, Prefix: prefix, Marker: after });
        const { Contents = [] } = await client.send(command, { abortSignal }).catch(away);
        return Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key]));
      }),
    close: () => client.destroy(),
  };
}

function clientOf(
  { S3Client }: typeof import('@aws-sdk/client-s3'),
  { endpoint, region, pathStyle, timeoutMs }: PictureSettings,
): S3Client {
  return new S3Client({
    ...(endpoint !== null && { endpoint }),
    ...(region !== null && { region }),
    forcePathStyle: pathStyle,
    maxAttempts: ATTEMPTS,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: timeoutMs / 4,
      // Without a byte; there is time for a second attempt.
      requestTimeout: timeoutMs / 2,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: MAX_AT_ONCE, keepAlive: true },
      httpsAgent: { maxSockets: MAX_AT_ONCE, keepAlive: true },
    },
  });
}

/** Reads a body within the time limit: a store that sends a byte a second is never silent. */
async function readAll(body: Readable, signal: AbortSignal): Promise<Uint8Array> {
  const stop = () => body.destroy(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of body) {
      size += (part as Buffer).length;
      if (size > MAX_OBJECT_BYTES) throw new PictureStoreAway('ObjectTooLarge');
      parts.push(part as Buffer);
    }
    return Buffer.concat(parts);
  } finally {
    signal.removeEventListener('abort', stop);
    body.destroy();
  }
}

function away(error: unknown): never {
  if (error instanceof PictureStoreAway) throw error;
  throw new PictureStoreAway(codeOf(error), { cause: error });
}

/** The code of a system or of S3; the name of an error if it has none. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, Code } = error as { code?: unknown; Code?: unknown };
  return ([Code, code].find((one) => typeof one === 'string') as string | undefined) ?? error.name;
}
