import type { Readable } from 'node:stream';
import type {
  GetObjectCommandOutput,
  ListObjectsCommandOutput,
  S3Client,
  S3ClientConfig,
} from '@aws-sdk/client-s3';
import type { BucketSettings } from '../settings/bucketSettings.ts';
import { credentialsInTime } from './credentialsInTime.ts';
import type { StoreAway } from './StoreAway.ts';
import { TransferSlots } from './TransferSlots.ts';
import { untilAborted } from './untilAborted.ts';

/** A bucket. Each operation throws what `away` makes if the store does not do it in time. */
export interface Bucket {
  /**
   * Stores an object. It is there for good once this resolves.
   * @param isOnce sends one request. Else one without an answer is repeated, and may be carried out long after its repetition.
   * @returns whether the bucket keeps what it replaced.
   */
  put(name: string, bytes: Uint8Array, options?: { isOnce?: boolean }): Promise<{ isVersioned: boolean }>;
  /** `null`: there is no such object. */
  get(name: string): Promise<Uint8Array | null>;
  /** Deletes an object; one that is gone already counts as deleted. */
  delete(name: string): Promise<void>;
  /** The first thousand objects whose names begin with `prefix` and follow `after`, in order; fewer at the end alone. */
  list(prefix: string, after: string): Promise<ListedObject[]>;
  /** What the bucket says about earlier versions of its objects. */
  versions(): Promise<'none' | 'Enabled' | 'Suspended' | 'Locked'>;
  close(): void;
}

export interface ListedObject {
  name: string;
  /** In bytes; `null`: the store does not say. */
  size: number | null;
}

interface Limits {
  /** Objects of more bytes are refused. */
  maxBytes: number;
  /** Operations that wait for others. More would fill the memory while the store is slow. */
  maxWaiting: number;
  /** The error for a code of the store or of the system. */
  away: (code: string, options?: ErrorOptions) => StoreAway;
}

/** Attempts at an operation, within its time limit. */
const ATTEMPTS = 3;
/** What stores of S3 show at once at most. */
const MAX_LISTED = 1000;
/** Operations at once. */
const MAX_AT_ONCE = 32;

/** Answers that mean "no such object"; a missing bucket is another fault. */
const MISSING = new Set(['NoSuchKey', 'NotFound']);
/** Ends of an answer in its middle. */
const BROKEN_OFF = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'EPIPE']);
/** Answers of a store that knows no versions, or a bucket without locks. */
const UNKNOWN = new Set([
  'NotImplemented',
  'MethodNotAllowed',
  'ObjectLockConfigurationNotFoundError',
  'ObjectLockConfigurationNotFound',
]);

/**
 * A bucket of S3 or of a store that speaks its protocol. Of the protocol it uses what all of them have: single deletes (a
 * delete of many needs a checksum that not all of them know), lists of the first version (s3rver fails at the tokens of
 * the second), no checksums beside the signature (Swift does not know their trailers). Whether an object is whole is known
 * from its content.
 */
export async function openBucket(settings: BucketSettings, limits: Limits): Promise<Bucket> {
  // Only those who use it load it.
  const s3 = await import('@aws-sdk/client-s3');
  const { bucket: Bucket, timeoutMs } = settings;
  const { client, once } = clientsOf(s3, settings);
  await requireRegion(client, limits);
  const slots = new TransferSlots(MAX_AT_ONCE, limits.maxWaiting);
  /** `passes` are the codes of answers that are no failure. */
  const within = async <T>(
    work: (options: { abortSignal: AbortSignal }) => Promise<T>,
    passes: ReadonlySet<string> = new Set(),
  ): Promise<T | null> => {
    try {
      return await slots.run(AbortSignal.timeout(timeoutMs), () => {
        // The store has its whole time, however long the operation waited here.
        const abortSignal = AbortSignal.timeout(timeoutMs);
        // What the client does before it sends a request does not heed the signal.
        return untilAborted(abortSignal, work({ abortSignal }));
      });
    } catch (error) {
      if (passes.has(codeOf(error))) return null;
      throw limits.away(codeOf(error), { cause: error });
    }
  };
  return {
    put: async (Key, Body, { isOnce = false } = {}) => {
      const command = new s3.PutObjectCommand({ Bucket, Key, Body });
      const answer = await within((options) => (isOnce ? once : client).send(command, options));
      return { isVersioned: (answer?.VersionId ?? 'null') !== 'null' };
    },
    get: (Key) =>
      within(async ({ abortSignal }) => {
        const ask = () => client.send(new s3.GetObjectCommand({ Bucket, Key }), { abortSignal });
        return await readWhole(ask, { signal: abortSignal, maxBytes: limits.maxBytes });
      }, MISSING),
    delete: async (Key) => {
      await within((options) => client.send(new s3.DeleteObjectCommand({ Bucket, Key }), options), MISSING);
    },
    list: (Prefix, from) =>
      listAll(from, limits, async (Marker, MaxKeys) => {
        const command = new s3.ListObjectsCommand({ Bucket, Prefix, Marker, MaxKeys });
        return await within((options) => client.send(command, options));
      }),
    versions: async () => {
      const versioning = new s3.GetBucketVersioningCommand({ Bucket });
      const status = (await within((options) => client.send(versioning, options), UNKNOWN))?.Status;
      if (status) return status;
      const lock = new s3.GetObjectLockConfigurationCommand({ Bucket });
      const answer = await within((options) => client.send(lock, options), UNKNOWN);
      return answer?.ObjectLockConfiguration?.ObjectLockEnabled ? 'Locked' : 'none';
    },
    close: () => client.destroy(),
  };
}

/** Without a region no request can be signed, whichever it is. */
async function requireRegion(client: S3Client, { away }: Pick<Limits, 'away'>): Promise<void> {
  try {
    await client.config.region();
  } catch (error) {
    client.destroy();
    throw away('RegionMissing', { cause: error });
  }
}

/** The first thousand objects of a list. A store may show fewer at once than it is asked for. */
async function listAll(
  from: string,
  limits: Limits,
  ask: (after: string, count: number) => Promise<ListObjectsCommandOutput | null>,
): Promise<ListedObject[]> {
  const objects: ListedObject[] = [];
  for (let after: string | null = from; after !== null && objects.length < MAX_LISTED; ) {
    const answer: ListObjectsCommandOutput | null = await ask(after, MAX_LISTED - objects.length);
    for (const { Key, Size = null } of answer?.Contents ?? [])
      if (Key !== undefined) objects.push({ name: Key, size: Size });
    after = nextMarker(answer, after, limits);
  }
  return objects;
}

/**
 * The name after which a list goes on; `null` at its end.
 * @throws if it is cut and says neither where nor anything new: its end would be taken for that of the bucket.
 */
function nextMarker(
  answer: ListObjectsCommandOutput | null,
  after: string,
  { away }: Pick<Limits, 'away'>,
): string | null {
  if (!answer?.IsTruncated) return null;
  const next = answer.NextMarker || answer.Contents?.at(-1)?.Key;
  if (!next || next === after) throw away('ListCutOff');
  return next;
}

/** The client, and one that sends each request once over the same connections. */
function clientsOf(
  { S3Client }: typeof import('@aws-sdk/client-s3'),
  { endpoint, region, pathStyle, timeoutMs }: BucketSettings,
): { client: S3Client; once: S3Client } {
  const config: S3ClientConfig = {
    ...(endpoint !== null && { endpoint }),
    ...(region !== null && { region }),
    forcePathStyle: pathStyle,
    maxAttempts: ATTEMPTS,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Stores and proxies that do not know it let the client wait for as long as an attempt has.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: timeoutMs / 4,
      // Without a byte in either direction; there is time for a second attempt.
      socketTimeout: timeoutMs / 2,
      httpAgent: { maxSockets: MAX_AT_ONCE, keepAlive: true },
      httpsAgent: { maxSockets: MAX_AT_ONCE, keepAlive: true },
    },
  };
  // Before the operation ends, which then fails for this reason.
  const credentials = credentialsInTime(() => new S3Client(config).config.credentials, 0.9 * timeoutMs);
  const client = new S3Client({ ...config, credentials });
  const { requestHandler } = client.config;
  return { client, once: new S3Client({ ...config, credentials, requestHandler, maxAttempts: 1 }) };
}

async function readWhole(
  ask: () => Promise<GetObjectCommandOutput>,
  within: { signal: AbortSignal; maxBytes: number },
): Promise<Uint8Array> {
  for (let attempt = 1; ; attempt++) {
    const { Body } = await ask();
    try {
      return await readAll(Body as Readable, within);
    } catch (error) {
      // The client repeats requests, but no answer that broke off, as when the object was just replaced.
      if (attempt === ATTEMPTS || within.signal.aborted || !BROKEN_OFF.has(codeOf(error))) throw error;
    }
  }
}

/** Reads a body within the time limit: a store that sends a byte a second is never silent. */
async function readAll(
  body: Readable,
  { signal, maxBytes }: { signal: AbortSignal; maxBytes: number },
): Promise<Uint8Array> {
  const stop = () => body.destroy(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of body) {
      size += (part as Buffer).length;
      if (size > maxBytes) throw Object.assign(new Error(), { code: 'ObjectTooLarge' });
      parts.push(part as Buffer);
    }
    return Buffer.concat(parts);
  } finally {
    signal.removeEventListener('abort', stop);
    body.destroy();
  }
}

/** The code of a system or of S3; the status of an answer without one; the name of another error. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'AbortError') return 'TooSlow';
  const { code, Code, $metadata: { httpStatusCode } = {} } = error as Fault;
  const known = [Code, code].find((one) => typeof one === 'string') as string | undefined;
  if (known !== undefined) return known;
  // The client gives this name to connections that broke, too, which have a code.
  if (error.name === 'TimeoutError') return 'TooSlow';
  // The client names an answer without a body by its status, or `Unknown`.
  return NAMELESS.test(error.name) && httpStatusCode ? `HTTP ${httpStatusCode}` : error.name;
}

interface Fault {
  code?: unknown;
  Code?: unknown;
  $metadata?: { httpStatusCode?: number };
}

const NAMELESS = /^(Unknown\w*|\d+|Error|S3ServiceException)$/;
