import { isLocalhost } from '../../contract/returnUrl.ts';
import { addressKind } from '../../screening/addressKind.ts';

/** Suffixes of names that never lead to the open internet (RFC 6761, 6762, 8375, and `.internal`). */
const PRIVATE_SUFFIX = /(^|\.)(localhost|local|internal|home\.arpa|invalid|test)$/;
const LOWEST_OPEN_PORT = 1024;

/**
 * Whether a webhook may be registered at a URL, as far as its text tells. What a name resolves to is checked
 * anew at every delivery. https on port 443 or from 1024 up, no userinfo, no fragment, no private address.
 * @param url an absolute URL.
 * @param options.allowLoopback whether http and https to this machine are allowed (test mode, `WEBHOOK_ALLOW_LOOPBACK`).
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

/** A host without the brackets of IPv6 and without the dot at the end that DNS allows. */
function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}
