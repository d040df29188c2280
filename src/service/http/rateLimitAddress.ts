import { isIPv6 } from 'node:net';

/**
 * Whom to count refused keys for: the address that a request came from. Of IPv6 the first 64 bits, because whoever has
 * one such address has them all.
 * @param remote the other end of the connection.
 * @param forwardedFor the header `X-Forwarded-For`, to which each proxy adds at the end whom it heard from.
 * @param trustProxy how many proxies in front to believe.
 */
export function rateLimitAddress(
  remote: string | undefined,
  forwardedFor: string | undefined,
  trustProxy: number,
): string {
  const hops = [...(forwardedFor?.split(',').map((hop) => hop.trim()) ?? []), remote ?? ''];
  const address = hops[Math.max(0, hops.length - 1 - trustProxy)]!.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIPv6(address) ? network(address) : address;
}

function network(address: string): string {
  const [start = '', end] = address.replace(/%.*$/, '').split('::');
  const head = start.split(':').filter((group) => group !== '');
  const tail = end?.split(':').filter((group) => group !== '') ?? [];
  const zeros = Math.max(0, 8 - head.length - tail.length);
  const groups = [...head, ...Array<string>(zeros).fill('0'), ...tail].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
