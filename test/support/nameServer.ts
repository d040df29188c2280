import { createSocket } from 'node:dgram';
import { isIPv6, type SocketAddress } from 'node:net';

const TYPES = { A: 1, AAAA: 28 };

/** A name server on loopback with a few names; it answers all others with NXDOMAIN. */
export async function startNameServer(
  names: Record<string, string[]>,
): Promise<{ address: string; queries: string[]; close(): Promise<void> }> {
  const socket = createSocket('udp4');
  const queries: string[] = [];
  socket.on('message', (query, from) => {
    const { name, type, end } = question(query);
    if (type === TYPES.A) queries.push(name);
    const addresses = (names[name] ?? []).filter((one) => (isIPv6(one) ? TYPES.AAAA : TYPES.A) === type);
    socket.send(
      responseTo(query.subarray(0, end), name in names ? addresses : null),
      from.port,
      from.address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address() as unknown as SocketAddress;
  return {
    address: `127.0.0.1:${port}`,
    queries,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

/** The one question of a query (RFC 1035, section 4.1.2). */
function question(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** @param addresses none: there is no such name */
function responseTo(query: Buffer, addresses: string[] | null): Buffer {
  const header = Buffer.from(query);
  header.writeUInt16BE(addresses ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(addresses?.length ?? 0, 6);
  header.fill(0, 8, 12);
  return Buffer.concat([header, ...(addresses ?? []).map(record)]);
}

function record(address: string): Buffer {
  const data = isIPv6(address) ? bytesOfV6(address) : Buffer.from(address.split('.').map(Number));
  const head = Buffer.from([
    0xc0,
    12,
    0,
    isIPv6(address) ? TYPES.AAAA : TYPES.A,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    data.length,
  ]);
  return Buffer.concat([head, data]);
}

function bytesOfV6(address: string): Buffer {
  const [start = [], end] = address.split('::').map((half) => half.split(':').filter((part) => part !== ''));
  const groups = [...start, ...Array(8 - start.length - (end?.length ?? 0)).fill('0'), ...(end ?? [])];
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
