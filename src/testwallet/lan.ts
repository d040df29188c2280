// The program by which `npm start -- --lan` opens the demo to a network: a certificate made on the spot, and for each port a
// listener with TLS that passes requests on to the same port of this machine alone, with the address of the visitor.
import { once } from 'node:events';
import {
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from 'node:http';
import { createServer } from 'node:https';
import { EXTENSIONS, issue, pemOf } from './authority.ts';

const DAY_MS = 86_400_000;
const SERVER_AUTHENTICATION = '1.3.6.1.5.5.7.3.1';
const DIGITAL_SIGNATURE = 0;
/** Headers that a proxy does not pass on (RFC 9110, 7.6.1). How the body is sent stays as it came. */
const OF_ONE_CONNECTION = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade'];

await main().catch((error: unknown) => {
  process.stderr.write(`The network cannot be opened: ${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});

async function main(): Promise<void> {
  const { LAN_ADDRESS: address = '', LAN_PORTS = '' } = process.env;
  const identity = certificateFor(address, Date.now());
  const doors = LAN_PORTS.split(',').map((port) => {
    const door = createServer(identity, (incoming, answer) => passOn(Number(port), incoming, answer));
    // Phones close a connection when they see the certificate for the first time.
    return door.on('tlsClientError', () => {}).listen(Number(port), address);
  });
  await Promise.all(doors.map((door) => once(door, 'listening')));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));
  process.send?.('ready');
}

/** A certificate of its own authority, for this address alone. Browsers warn of it once. */
function certificateFor(address: string, now: number): { cert: string; key: string } {
  const { certificate, privateKey } = issue(null, {
    subject: { country: 'UT', commonName: `idv-verify demo at ${address}` },
    notBefore: now - DAY_MS,
    notAfter: now + 30 * DAY_MS,
    extensions: [
      EXTENSIONS.notCa(),
      EXTENSIONS.keyUsage(DIGITAL_SIGNATURE),
      EXTENSIONS.extendedKeyUsage(SERVER_AUTHENTICATION),
      EXTENSIONS.ipAddress(address),
    ],
  });
  return { cert: pemOf(certificate), key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) };
}

function passOn(port: number, incoming: IncomingMessage, answer: ServerResponse): void {
  const { method, url, headers, socket } = incoming;
  const forwarded: OutgoingHttpHeaders = { ...headers, 'x-forwarded-for': socket.remoteAddress };
  for (const name of OF_ONE_CONNECTION) delete forwarded[name];
  let onward: ClientRequest;
  try {
    onward = request({ host: '127.0.0.1', port, method, path: url, headers: forwarded });
  } catch {
    // A path or a header that can't be passed on.
    answer.writeHead(400).end();
    return;
  }
  onward.on('response', (reply) => {
    answer.writeHead(reply.statusCode!, reply.headers);
    reply.pipe(answer);
    reply.on('error', () => answer.destroy());
  });
  onward.on('error', () => {
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502).end();
  });
  // Streams of events end with their reader.
  answer.on('close', () => onward.destroy());
  incoming.pipe(onward);
}
