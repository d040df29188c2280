import dns from 'node:dns';
import { isIP } from 'node:net';
import { isLocalhost } from '../../contract/returnUrl.ts';
import { addressKind } from '../../screening/addressKind.ts';

/**
 * The addresses that a webhook may connect to, resolved and checked for one attempt. One forbidden address refuses them
 * all; http is allowed to loopback only, or with `allowHttp`.
 * @throws DeliveryFault `name_not_resolved` or `address_not_allowed`.
 */
export async function webhookAddresses(
  url: URL,
  { allowLoopback, allowHttp = false }: { allowLoopback: boolean; allowHttp?: boolean },
): Promise<string[]> {
  const isProtected = url.protocol === 'https:' || allowHttp;
  const addresses = await addressesOf(url.hostname.replace(/^\[|\]$/g, ''));
  const allowed = (address: string) => {
    const kind = addressKind(address);
    return kind === 'loopback' ? allowLoopback : kind === 'public' && isProtected;
  };
  if (!addresses.every(allowed)) throw new DeliveryFault('address_not_allowed');
  return addresses;
}

async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host)) return [host];
  if (isLocalhost(host)) return ['127.0.0.1', '::1'];
  try {
    return await resolveName(host);
  } catch (cause) {
    throw new DeliveryFault('name_not_resolved', { cause });
  }
}

/**
 * Resolves a name to its IP addresses; rejects if it has none. Uses the process's own DNS client: the system's resolver
 * runs on the few threads that files and cryptography need, so that a few slow name servers would block everything.
 */
async function resolveName(hostname: string): Promise<string[]> {
  const resolver = new dns.promises.Resolver({ timeout: 2000, tries: 2 });
  resolver.setServers(dns.getServers());
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length === 0) throw new Error('The host name has no address');
  return addresses;
}

/** The reason for a failed attempt, as shown in the delivery log. */
export type DeliveryFaultCode =
  | 'address_not_allowed'
  | 'name_not_resolved'
  | 'connection_refused'
  | 'connection_failed'
  | 'tls_failed'
  | 'timeout'
  | 'redirected'
  | 'status_not_2xx'
  | 'not_sent';

/** An attempt failed before the receiver responded. */
export class DeliveryFault extends Error {
  readonly code: DeliveryFaultCode;

  constructor(code: DeliveryFaultCode, options?: ErrorOptions) {
    super(code, options);
    this.name = 'DeliveryFault';
    this.code = code;
  }
}

/** Suffixes of names that never lead to the open internet (RFC 6761, 6762, 8375, and `.internal`). */
const PRIVATE_SUFFIX = /(^|\.)(localhost|local|internal|home\.arpa|invalid|test)$/;
const LOWEST_OPEN_PORT = 1024;

/**
 * Whether a webhook may be registered at a URL, judged by its text only; every delivery checks the resolved addresses
 * again. Requires https on port 443 or from 1024 up, no userinfo, no fragment, no private address.
 * @param url an absolute URL.
 * @param options.allowLoopback whether http and https to this machine are allowed (test mode,
 *   `WEBHOOK_ALLOW_LOOPBACK`).
 */
export function isWebhookUrlAllowed(url: string, { allowLoopback }: { allowLoopback: boolean }): boolean {
  const { protocol, username, password, hostname, port } = new URL(url);
  if (username || password || url.includes('#')) return false;
  const host = bareHost(hostname);
  if (isLoopback(host)) return allowLoopback && (protocol === 'https:' || protocol === 'http:');
  return protocol === 'https:' && isOpenPort(port) && isOpenHost(host);
}

function isLoopback(host: string): boolean {
  return isLocalhost(host) || addressKind(host) === 'loopback';
}

function isOpenPort(port: string): boolean {
  return port === '' || Number(port) >= LOWEST_OPEN_PORT;
}

function isOpenHost(host: string): boolean {
  if (/^[\d.]+$|:/.test(host)) return addressKind(host) === 'public';
  return host.includes('.') && !PRIVATE_SUFFIX.test(host);
}

/** A host name without the brackets of IPv6 and without the trailing dot that DNS allows. */
function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}
