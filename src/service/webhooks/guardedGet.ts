import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { orAborted, pinned } from './postWebhook.ts';
import { DeliveryFault, webhookAddresses } from './webhookAddresses.ts';

interface GuardedGet {
  /** Whether loopback addresses are allowed. */
  allowLoopback: boolean;
  /** Whether http is allowed, for files with their own signature. */
  allowHttp?: boolean;
  /** Media types, in the form of the header `Accept`. */
  accept: string;
  maxBytes: number;
  /** Time limit for everything together, including name resolution. Milliseconds. */
  timeoutMs: number;
  /** Ends the download. */
  signal?: AbortSignal;
}

/** The file is larger than allowed. Unlike the codes of deliveries, this one is for the operator. */
export class FileTooLarge extends Error {
  override name = 'FileTooLarge';
  readonly code = 'file_too_large';

  constructor(maxBytes: number) {
    super(`it is larger than ${maxBytes >> 20} MB`);
  }
}

/**
 * Downloads a file from a URL chosen by a third party. Checked like a webhook: https (or http if allowed) to public
 * addresses only, connected to the checked address, without redirects, and limited in size.
 * @throws {DeliveryFault} {@link FileTooLarge} or the error of the connection
 */
export async function guardedGet(address: string, options: GuardedGet): Promise<Uint8Array> {
  const { allowLoopback, allowHttp = false, accept, maxBytes, timeoutMs } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new DeliveryFault('address_not_allowed');
  const addresses = await orAborted(webhookAddresses(url, { allowLoopback, allowHttp }), signal);
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const headers = { Accept: accept, 'Accept-Encoding': 'identity' };
  const outgoing = request(url, { headers, agent: false, lookup: pinned(addresses), signal });
  outgoing.on('error', () => undefined); // `once` and the response report it
  outgoing.end();
  const [response] = (await once(outgoing, 'response', { signal })) as [IncomingMessage];
  try {
    if (response.statusCode !== 200) throw new DeliveryFault('status_not_2xx');
    const parts: Buffer[] = [];
    let bytes = 0;
    for await (const part of response as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > maxBytes) throw new FileTooLarge(maxBytes);
      parts.push(part);
    }
    return Buffer.concat(parts);
  } finally {
    outgoing.destroy();
  }
}
