/**
 * Ranges outside the public internet, from the IANA registries (special-purpose addresses, IPv4 and IPv6, and
 * multicast), as first and last address. Written independently of the service.
 */
const RANGES_V4 = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '239.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
] as const;

const CLOUDS = ['169.254.169.254', '169.254.170.2', '100.100.100.200', '168.63.129.16', '192.0.0.192'];

const V6 = [
  '::',
  '::1',
  'fe80::1',
  'febf:ffff::1',
  'fc00::1',
  'fd00:ec2::254',
  'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  'ff02::1',
  'ff0e::1',
  '100::1',
  '2001::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '3fff::1',
  '5f00::1',
  'fec0::1',
  '64:ff9b:1::1',
];

/** Addresses of all of them: the ends of each range, `inner` between them, and the IPv6 forms that carry an IPv4 one. */
export function insideAddresses(inner: number): string[] {
  const v4 = RANGES_V4.flatMap(([first, last]) => {
    const [from, to] = [numberOf(first), numberOf(last)];
    const between = Array.from({ length: inner }, () => from + Math.floor(Math.random() * (to - from)));
    return [from, ...between, to].map(textOf);
  });
  return [...new Set([...v4, ...CLOUDS, ...V6, ...[...v4, ...CLOUDS].flatMap(carriersOf)])];
}

/** Mapped (RFC 4291), translated (RFC 6052), compatible, 6to4 (RFC 3056). */
function carriersOf(address: string): string[] {
  const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number];
  const high = ((a << 8) | b).toString(16);
  const low = ((c << 8) | d).toString(16);
  return [`::ffff:${high}:${low}`, `64:ff9b::${high}:${low}`, `::${high}:${low}`, `2002:${high}:${low}::1`];
}

/** The spellings of an address in a URL: dotted, decimal, hexadecimal and octal numbers, short forms, a final dot. */
export function spellingsOf(address: string): string[] {
  if (address.includes(':')) return [`[${address}]`];
  const number = numberOf(address);
  const parts = address.split('.').map(Number);
  const [a, b] = parts as [number, number];
  return [
    address,
    `${address}.`,
    String(number),
    `0x${number.toString(16)}`,
    `0${number.toString(8)}`,
    parts.map((part) => `0${part.toString(8)}`).join('.'),
    parts.map((part) => `0x${part.toString(16)}`).join('.'),
    `${a}.${number - a * 2 ** 24}`,
    `${a}.${b}.${number % 65_536}`,
    `[::ffff:${address}]`,
    `[::${address}]`,
    [...address].map((sign) => (sign === '.' ? '\u3002' : sign)).join(''),
  ];
}

function numberOf(address: string): number {
  return address.split('.').reduce((number, part) => number * 256 + Number(part), 0);
}

function textOf(number: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');
}
