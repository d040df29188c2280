import { isIPv4, isIPv6 } from 'node:net';

/** The network that a visitor is counted by: the first 24 bits of an IPv4 address, the first 48 of an IPv6 address. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%')[0]!;
  if (isIPv4(plain)) return plain.split('.').slice(0, 3).join('.');
  if (!isIPv6(plain)) return plain;
  // The address in its shortest form, in hexadecimal digits only.
  const [head = '', tail = ''] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const [left, right] = [head, tail].map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - left!.length - right!.length }, () => '0');
  return [...left!, ...zeros, ...right!].slice(0, 3).join(':');
}
