import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** What becomes of a request on its way to the store. */
export type Fault =
  /** Nothing: it passes. */
  | 'none'
  /** It is taken, and never answered. */
  | 'hangs'
  /** The store cannot be reached. */
  | 'away'
  /** It is carried out, and the answer is lost. */
  | 'lost answer'
  /** The store has no space: it refuses what is to be stored. */
  | 'full'
  /** What is read comes at one byte a second. */
  | 'slow'
  /** What is to be stored is taken at one byte a second. */
  | 'slow upload';

/** What the bucket says about versions. s3rver knows nothing of them. */
export type Versions =
  | 'Enabled'
  | 'Suspended'
  /** It has object lock. */
  | 'Locked'
  /** Nothing: its answer to a put alone shows that it keeps them. */
  | 'unsaid';

export interface FaultyStore {
  url: string;
  fault: Fault;
  /** The end of the name of an object that the store refuses to replace and to delete. */
  refused: string | null;
  /** The requests so far. */
  asked: number;
  /** Those that are not answered yet. */
  open: number;
  /** Called with the method of each request before it goes to the store. */
  onRequest: ((method: string) => void) | null;
  /** Called with the method of each request that the store has answered, before the answer is passed on. */
  onAnswer: ((method: string) => void) | null;
  /** `null`: what the store itself says. */
  versions: Versions | null;
  /** Whether the credentials lack the right to a request; `null`: they have all. */
  refuses: ((request: IncomingMessage) => boolean) | null;
  /** How many objects a list shows at once; `null`: as many as the store itself. */
  listed: number | null;
  /** What a list says about the size of each object; `null`: what the store itself says. */
  sizes: 'unsaid' | 'zero' | null;
  close(): Promise<void>;
}

/** A proxy in front of a store that loses, slows and refuses. Signatures hold: they are of the address of the proxy. */
export async function startFaultyStore(target: string): Promise<FaultyStore> {
  const sockets = new Set<Socket>();
  const server = createServer((incoming, outgoing) => {
    const { fault, versions } = faulty;
    faulty.asked++;
    faulty.open++;
    outgoing.on('close', () => faulty.open--);
    faulty.onRequest?.(incoming.method!);
    const said = versions && statedIn(incoming.url!, versions);
    if (said) outgoing.writeHead(200, { 'Content-Type': 'application/xml' }).end(said);
    else if (faulty.refuses?.(incoming)) refuse(incoming, outgoing);
    else if (fault === 'hangs') incoming.resume();
    else if (fault === 'away') incoming.socket.destroy();
    else if (faulty.refused !== null && isChangeOf(incoming, faulty.refused))
      incoming.resume().on('end', () => outgoing.writeHead(403).end());
    else if (fault === 'full' && incoming.method === 'PUT') {
      incoming.resume().on('end', () => outgoing.writeHead(507).end());
    } else if (fault === 'slow upload' && incoming.method === 'PUT') sip(incoming);
    else
      forward(target, {
        incoming,
        outgoing,
        fault,
        versions,
        onAnswer: faulty.onAnswer,
        listed: faulty.listed,
        sizes: faulty.sizes,
      });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const faulty: FaultyStore = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: 'none',
    refused: null,
    asked: 0,
    open: 0,
    onRequest: null,
    onAnswer: null,
    versions: null,
    refuses: null,
    listed: null,
    sizes: null,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return faulty;
}

function forward(
  target: string,
  {
    incoming,
    outgoing,
    fault,
    versions,
    onAnswer,
    listed,
    sizes,
  }: {
    incoming: IncomingMessage;
    outgoing: ServerResponse;
    fault: Fault;
    versions: Versions | null;
    onAnswer: FaultyStore['onAnswer'];
    listed: number | null;
    sizes: FaultyStore['sizes'];
  },
): void {
  const { method, headers } = incoming;
  const { expect, ...rest } = headers;
  const onward = request(target + incoming.url, { method: method!, headers: rest }, (answer) => {
    onAnswer?.(method!);
    if (fault === 'lost answer' && method === 'PUT') {
      answer.resume().on('end', () => incoming.socket.destroy());
      return;
    }
    if ((listed !== null || sizes !== null) && isList(method!, incoming.url!)) {
      void changeList(answer, outgoing, { listed: listed ?? Number.POSITIVE_INFINITY, sizes });
      return;
    }
    const version = versions && method === 'PUT' ? { 'x-amz-version-id': 'v1' } : {};
    outgoing.writeHead(answer.statusCode!, { ...answer.headers, ...version });
    if (fault !== 'slow' || method !== 'GET') answer.pipe(outgoing);
    else drip(answer, outgoing);
  });
  onward.on('error', () => incoming.socket.destroy());
  incoming.pipe(onward);
}

/** The answer to a question about versions or locks; `null`: it is another question, or the store says nothing. */
function statedIn(url: string, versions: Versions): string | null {
  const { searchParams } = new URL(url, 'http://store');
  if (searchParams.has('object-lock') && versions === 'Locked')
    return '<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled></ObjectLockConfiguration>';
  if (searchParams.has('versioning') && (versions === 'Enabled' || versions === 'Suspended'))
    return `<VersioningConfiguration><Status>${versions}</Status></VersioningConfiguration>`;
  return null;
}

function refuse(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const xml = '<Error><Code>AccessDenied</Code></Error>';
  incoming.resume().on('end', () => outgoing.writeHead(403, { 'Content-Type': 'application/xml' }).end(xml));
}

/** Takes one byte a second. */
function sip(incoming: IncomingMessage): void {
  const timer = setInterval(() => incoming.read(1), 1000);
  incoming.on('close', () => clearInterval(timer));
}

function isChangeOf({ method, url }: IncomingMessage, name: string): boolean {
  return method !== 'GET' && new URL(url!, 'http://store').pathname.endsWith(name);
}

function isList(method: string, url: string): boolean {
  const { searchParams } = new URL(url, 'http://store');
  return method === 'GET' && searchParams.has('prefix');
}

/** Passes on the first objects of a list alone, and says that there are more; or another size of each. */
async function changeList(
  answer: IncomingMessage,
  outgoing: ServerResponse,
  { listed, sizes }: { listed: number; sizes: FaultyStore['sizes'] },
): Promise<void> {
  const text = Buffer.concat(await answer.toArray()).toString();
  const objects = text.match(/<Contents>.*?<\/Contents>/gs) ?? [];
  let changed = text;
  for (const object of objects.slice(listed)) changed = changed.replace(object, '');
  if (objects.length > listed)
    changed = changed.replace('<IsTruncated>false</IsTruncated>', '<IsTruncated>true</IsTruncated>');
  if (sizes) changed = changed.replaceAll(/<Size>\d+<\/Size>/g, sizes === 'zero' ? '<Size>0</Size>' : '');
  outgoing.writeHead(answer.statusCode!, { 'Content-Type': 'application/xml' }).end(changed);
}

/** One byte a second. */
function drip(answer: IncomingMessage, outgoing: ServerResponse): void {
  const parts: Buffer[] = [];
  answer.on('data', (part: Buffer) => parts.push(part));
  answer.on('end', () => {
    const body = Buffer.concat(parts);
    let sent = 0;
    const timer = setInterval(() => {
      if (sent < body.length) outgoing.write(body.subarray(sent, ++sent));
      else outgoing.end();
    }, 1000);
    outgoing.on('close', () => clearInterval(timer));
  });
}
