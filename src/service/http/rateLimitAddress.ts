import ipaddr from 'ipaddr.js';

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
  const address = hops[Math.max(0, hops.length - 1 - trustProxy)]!;
  return ipaddr.isValid(address) ? network(ipaddr.process(address)) : address;
}

/** An address of IPv4 in IPv6 clothes counts as what it is. */
function network(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  if (address instanceof ipaddr.IPv4) return address.toString();
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
