import { BlockList, isIP, isIPv4 } from 'node:net';

/** `public`: reachable on the open internet. `loopback`: this machine. `private`: anything else. */
export type AddressKind = 'public' | 'loopback' | 'private';

/** IPv4 ranges outside the public internet: the IANA special-purpose registry and multicast. */
const PRIVATE_V4 = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // carrier-grade NAT; one cloud keeps its metadata at 100.100.100.200
  ['127.0.0.0', 8],
  ['168.63.129.16', 32], // public by registry, but the host agent of one cloud
  ['169.254.0.0', 16], // link-local; most clouds keep their metadata at 169.254.169.254
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16],
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
] as const;

/**
 * Ranges within 2000::/3 that are not the public internet. Everything outside 2000::/3 is private: IPv4-mapped, NAT64,
 * ULA, link-local, multicast.
 */
const PRIVATE_V6 = [
  ['2001::', 23], // protocol assignments, Teredo among them
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4
  ['3fff::', 20], // documentation
] as const;

const privateV4 = blockList(PRIVATE_V4, 'ipv4');
const privateV6 = blockList(PRIVATE_V6, 'ipv6');
const globalV6 = blockList([['2000::', 3]], 'ipv6');
const loopbackV4 = blockList([['127.0.0.0', 8]], 'ipv4');
const loopbackV6 = blockList([['::1', 128]], 'ipv6');

/**
 * The network an IP address belongs to.
 * @param address a literal without brackets; an invalid one, or one with a zone, is `private`.
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
export function addressKind(address: string): AddressKind {
  if (isIP(address) === 0 || address.includes('%')) return 'private';
  return isIPv4(address) ? kindOfV4(address) : kindOfV6(address);
}

function kindOfV4(address: string): AddressKind {
  if (loopbackV4.check(address, 'ipv4')) return 'loopback';
  return privateV4.check(address, 'ipv4') ? 'private' : 'public';
}

function kindOfV6(address: string): AddressKind {
  if (loopbackV6.check(address, 'ipv6')) return 'loopback';
  const open = globalV6.check(address, 'ipv6') && !privateV6.check(address, 'ipv6');
  return open ? 'public' : 'private';
}

function blockList(ranges: readonly (readonly [string, number])[], type: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, type);
  return list;
}
