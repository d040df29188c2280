import { isIPv4, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Where a visitor comes from, as counted by the limits. */
export interface Origin {
  /** An IPv4 address, or the first 64 bits of an IPv6 address: a single visitor has all of them. */
  address: string;
  /** The network around it: the first 24 bits of IPv4, the first 48 of IPv6. */
  network: string;
}

export function originOf(address: string): Origin {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%')[0]!;
  if (isIPv4(plain)) return { address: plain, network: plain.split('.').slice(0, 3).join('.') };
  if (!isIPv6(plain)) return { address: plain, network: plain };
  // The address in its shortest form, in hexadecimal digits only.
  const [head = '', tail = ''] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const [left, right] = [head, tail].map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - left!.length - right!.length }, () => '0');
  const parts = [...left!, ...zeros, ...right!];
  return { address: parts.slice(0, 4).join(':'), network: parts.slice(0, 3).join(':') };
}

/** Whether a host or an address leads each machine to itself. */
export function isLoopback(host: string): boolean {
  const plain = plainAddress(host);
  return plain === 'localhost' || plain === '::1' || /^127(\.\d+){3}$/.test(plain);
}

/** Whether a visitor with this address is at the machine of the demo itself: also by its address in a network. */
export function isThisMachine(address: string): boolean {
  if (isLoopback(address)) return true;
  const own = Object.values(networkInterfaces()).flatMap((one) => one ?? []);
  return own.some((one) => one.address === plainAddress(address));
}

function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replaceAll(/[[\]]/g, '');
}
