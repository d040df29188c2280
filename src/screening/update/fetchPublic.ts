import { lookup } from 'node:dns';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { addressKind } from '../addressKind.ts';

/**
 * Fetches a file from an address given by a third party, such as a redirect, only if the address is on the public
 * internet. Connects to the addresses that were checked, so that the name cannot resolve to other ones in between.
 * Follows no redirect.
 * @throws Error with the code `ERR_ADDRESS_NOT_PUBLIC` if the address leads to this machine or into a private network
 */
export async function fetchPublic(
  url: URL,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // The lookup function is not called for an IP literal.
  if (isIP(host)) requirePublic([host]);
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const outgoing = request(url, { headers, signal, agent: false, lookup: publicLookup });
  outgoing.end();
  const [incoming] = (await once(outgoing, 'response', { signal })) as [IncomingMessage];
  const status = incoming.statusCode!;
  const hasBody = status !== 204 && status !== 304;
  if (!hasBody) incoming.resume();
  const body = hasBody ? (Readable.toWeb(incoming) as ReadableStream<Uint8Array>) : null;
  return new Response(body, { status, headers: headersOf(incoming) });
}

const publicLookup: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    try {
      requirePublic(addresses.map(({ address }) => address));
    } catch (refusal) {
      return callback(refusal as Error, '');
    }
    if (options.all) callback(null, addresses);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  });

function requirePublic(addresses: readonly string[]): void {
  if (addresses.length > 0 && addresses.every((address) => addressKind(address) === 'public')) return;
  const error = new Error('The address does not lead to the open internet.');
  throw Object.assign(error, { code: 'ERR_ADDRESS_NOT_PUBLIC' });
}

function headersOf(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    for (const one of [value].flat()) if (one !== undefined) headers.append(name, one);
  return headers;
}
