import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { freePort } from '../../support/freePort.ts';
import { startDemo } from '../../support/startDemo.ts';

/** A call that arrived: of a page or of the service at the demo, or of the demo's back end at the service. */
export interface Captured {
  from: 'page' | 'service' | 'backend';
  /** Method and path, as the panel writes it. */
  call: string;
  /** The cases and customers that path, request and answer name. */
  names: Set<string>;
}

const NAMES = /case_\w{26}|customer_[\w-]{36}/g;
/** The site paths whose calls belong in the panel. */
const RECORDED = /^\/(open|return|idv\/session|service\/v1\/|webhooks\/idv)/;

/**
 * Starts the demo between two proxies: its address is that of one, so that pages and webhooks come through it, and its
 * back end reaches the service through the other.
 * @returns `record` begins a new list, which then grows with each call that belongs in the panel.
 */
export async function startRecordingProxy(template: string) {
  const [port, demoPort, servicePort, apiPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const url = `http://localhost:${port}`;
  let recording: Captured[] = [];
  const proxies = [
    await proxy(port, demoPort, (incoming) => callOfSite(incoming, recording)),
    await proxy(apiPort, servicePort, (incoming) => callOfBackend(incoming, recording)),
  ];
  const settings = {
    PORT: `${servicePort}`,
    DEMO_PORT: `${demoPort}`,
    DEMO_URL: url,
    IDV_BASE_URL: `http://127.0.0.1:${apiPort}/v1`,
  };
  const demo = await startDemo(settings, template);
  return {
    url,
    record: () => {
      recording = [];
      return recording;
    },
    stop: async () => {
      for (const server of proxies) {
        server.closeAllConnections();
        server.close();
      }
      await demo.stop();
    },
  };
}

function callOfSite(incoming: IncomingMessage, recording: Captured[]): Captured | null {
  const path = pathOf(incoming);
  // A page is recorded once its visitor is known.
  const isKnown = !/^\/(open|return)/.test(path) || /larkspur=/.test(incoming.headers.cookie ?? '');
  if (!RECORDED.test(path) || !isKnown) return null;
  const from = path.startsWith('/webhooks') ? 'service' : 'page';
  const call = `${incoming.method} ${path.replace(/^\/service(?=\/)/, '')}`;
  return record({ from, call, names: namesIn(incoming.url!) }, recording);
}

/** Page calls also pass through the back end, with the page's own key: they count as calls of the page. */
function callOfBackend(incoming: IncomingMessage, recording: Captured[]): Captured | null {
  if (!/^Bearer idv_test_/.test(incoming.headers.authorization ?? '')) return null;
  const call = `${incoming.method} ${pathOf(incoming)}`;
  return record({ from: 'backend', call, names: namesIn(incoming.url!) }, recording);
}

function record(captured: Captured, recording: Captured[]): Captured {
  recording.push(captured);
  return captured;
}

/** Forwards everything, and records the ids in it. */
async function proxy(
  port: number,
  upstream: number,
  capture: (incoming: IncomingMessage) => Captured | null,
): Promise<Server> {
  const server = createServer((incoming, answer) => {
    const captured = capture(incoming);
    const note = (part: Buffer) => {
      for (const name of namesIn(part.toString())) captured?.names.add(name);
    };
    const { method, headers, url } = incoming;
    const onward = request({ host: '127.0.0.1', port: upstream, path: url, method, headers }, (response) => {
      answer.writeHead(response.statusCode!, response.headers);
      if (captured?.from === 'backend') response.on('data', note);
      response.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    if (captured && captured.from !== 'page') incoming.on('data', note);
    incoming.pipe(onward);
  });
  server.listen(port);
  await once(server, 'listening');
  return server;
}

function pathOf(incoming: IncomingMessage): string {
  return incoming.url!.split('?')[0]!;
}

function namesIn(text: string): Set<string> {
  return new Set(text.match(NAMES));
}
