import { createWriteStream } from 'node:fs';
import { open, rm, stat, utimes } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { ListError } from '../lists/ListError.ts';
import type { DownloadedFile } from '../lists/manifest.ts';
import { fetchPublic } from './fetchPublic.ts';
import { isSafeListUrl } from './listAddress.ts';
import { userAgent } from './userAgent.ts';

/** Time limits for a whole file, and for the response headers. */
const TIMEOUT_MS = 15 * 60_000;
const SILENCE_MS = 30_000;
const MAX_BYTES = 8 * 2 ** 30;
const MAX_REDIRECTS = 5;

export interface DownloadOptions {
  /** The last accepted file. The request asks the server for changes since then. */
  lastGood: DownloadedFile | null;
  onBytes: (bytes: number) => void;
  /** How the publisher can reach the operator: a mail address or a URL; `null` if unknown. */
  contact: string | null;
  signal: AbortSignal;
}

/** The validators that the server sent with the file. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
  bytes: number;
}

/**
 * Downloads a file if it changed since the last accepted one (RFC 9110, section 13: If-None-Match). Its time is the
 * time stated by the server, so that all machines agree on it.
 * @returns `null` if it did not change
 * @throws ListError if the server refuses, sends a web page, an empty file, or too much
 */
export async function downloadFile(
  url: URL,
  path: string,
  { lastGood, onBytes, contact, signal }: DownloadOptions,
): Promise<Validators | null> {
  const conditions = lastGood?.url === url.href ? conditionsOf(lastGood) : {};
  const headers = { 'User-Agent': userAgent(contact), ...conditions };
  const combined = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const { response, from } = await request(url, headers, combined);
  if (response.status === 304 && lastGood) {
    await response.body?.cancel();
    return null;
  }
  if (response.status !== 200 || !response.body) {
    await response.body?.cancel();
    throw new ListError('list_unreachable', refusalText(url, response));
  }
  try {
    await pipeline(response.body, counted(url, onBytes), createWriteStream(path));
    if (await isPage(path, response.headers)) throw new ListError('list_unreachable', pageText(url, from));
    return await validators(path, response.headers);
  } catch (error) {
    await rm(path, { force: true });
    throw error instanceof ListError
      ? error
      : new ListError('list_unreachable', `the connection to ${url.host} was lost`, { cause: error });
  }
}

/** What a refusal means, and the remedy. */
function refusalText(url: URL, { status, headers }: Response): string {
  const isFirewall = status === 403 || headers.has('x-amzn-waf-action');
  if (isFirewall)
    return `${url.host} answered ${status}: its firewall refuses the request. Set AML_CONTACT to an address of yours, check whether the publisher allows downloads from your network, or place the file in a directory of AML_LISTS`;
  if (status === 404 || status === 410)
    return `${url.host} answered ${status}: the file is not at ${url.pathname} any more. Look up its new address`;
  return `${url.host} answered ${status}`;
}

/** Whether a server sent a web page: a sign-in, a challenge, an error. No list is in HTML. */
async function isPage(path: string, headers: Headers): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0);
    const start = buffer
      .toString('latin1', 0, bytesRead)
      .replace(/^\xef\xbb\xbf/, '')
      .trimStart();
    if (/^<(!doctype\s+html|html)\b/i.test(start)) return true;
    return bytesRead > 0 && /^text\/html\b/i.test(headers.get('Content-Type') ?? '') && start.startsWith('<');
  } finally {
    await file.close();
  }
}

function pageText(url: URL, from: URL): string {
  const hops = from.href === url.href ? '' : `, after a redirect to ${from.host}${from.pathname}`;
  return `${url.host} sent a web page instead of the file${hops}: a sign-in, a challenge or an error page. Open the address in a browser, and correct it or place the file in a directory of AML_LISTS`;
}

function conditionsOf({ etag, lastModified }: DownloadedFile): Record<string, string> {
  if (etag) return { 'If-None-Match': etag };
  return lastModified ? { 'If-Modified-Since': lastModified } : {};
}

/**
 * Follows redirects itself, because no redirect may leave https or lead into a private network. A configured address
 * may be in a private network; the target of a redirect may not.
 */
async function request(
  start: URL,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<{ response: Response; from: URL }> {
  let url = start;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const response = await fetchOne(url, { isNamedByServer: url.host !== start.host }, headers, signal);
    const location = response.headers.get('Location');
    if (response.status < 300 || response.status === 304 || response.status >= 400 || !location)
      return { response, from: url };
    await response.body?.cancel();
    url = new URL(location, url);
    if (!isSafeListUrl(url))
      throw new ListError('list_unreachable', `${start.host} redirects to an address without https`);
  }
  throw new ListError('list_unreachable', `${start.host} redirects too often`);
}

async function fetchOne(
  url: URL,
  { isNamedByServer }: { isNamedByServer: boolean },
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const either = AbortSignal.any([signal, silence.signal]);
    if (isNamedByServer) return await fetchPublic(url, headers, either);
    return await fetch(url, { headers, signal: either, redirect: 'manual' });
  } catch (cause) {
    const isInside = (cause as NodeJS.ErrnoException).code === 'ERR_ADDRESS_NOT_PUBLIC';
    const why = isInside ? 'is a redirect into a private network' : "can't be reached";
    throw new ListError('list_unreachable', `${url.host} ${why}`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

function counted(url: URL, onBytes: (bytes: number) => void) {
  return async function* (chunks: AsyncIterable<Uint8Array>) {
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES)
        throw new ListError('list_unreachable', `${url.host} sends more than ${MAX_BYTES} bytes`);
      onBytes(bytes);
      yield chunk;
    }
  };
}

async function validators(path: string, headers: Headers): Promise<Validators> {
  const { size: bytes } = await stat(path);
  const lastModified = headers.get('Last-Modified');
  const at = lastModified ? new Date(lastModified) : null;
  if (at && !Number.isNaN(at.getTime())) await utimes(path, at, at);
  return { etag: headers.get('ETag'), lastModified, bytes };
}
