import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { freePort, startDemo } from '../../support/startDemo.ts';

/** A call that arrived at the demo: of a page, or of the service. */
export interface Captured {
  from: 'page' | 'service';
  /** Method and path, as the panel writes it. */
  call: string;
  /** The case that it is about; `null` where neither path nor body names one. */
  caseId: string | null;
}

const caseIn = (text: string) => /case_\w{26}/.exec(text)?.[0] ?? null;

const RECORDED = /^\/(open|return|idv\/session|service\/v1\/|webhooks\/idv)/;

/**
 * Starts the demo behind a proxy of its own, whose address is the demo's: pages and webhooks come through it.
 * @returns `record` begins a new list, which then grows with each call that belongs in the panel.
 */
export async function startRecordingProxy() {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  let recording: Captured[] = [];
  let upstream = 0;
  const proxy = createServer((incoming, answer) => {
    const path = incoming.url!.split('?')[0]!;
    // A page is recorded once its visitor is known.
    const isKnown = !/^\/(open|return)/.test(path) || /larkspur=/.test(incoming.headers.cookie ?? '');
    if (RECORDED.test(path) && isKnown) {
      const from = path.startsWith('/webhooks') ? 'service' : 'page';
      const call = `${incoming.method} ${path.replace(/^\/service(?=\/)/, '')}`;
      const captured: Captured = { from, call, caseId: caseIn(path) };
      recording.push(captured);
      if (from === 'service') incoming.on('data', (part) => (captured.caseId ??= caseIn(`${part}`)));
    }
    const { method, headers } = incoming;
    const onward = request(
      { host: '127.0.0.1', port: upstream, path: incoming.url, method, headers },
      (response) => {
        answer.writeHead(response.statusCode!, response.headers);
        response.pipe(answer);
      },
    );
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  proxy.listen(port);
  await once(proxy, 'listening');
  const demoPort = await freePort();
  upstream = demoPort;
  const demo = await startDemo({ DEMO_PORT: `${demoPort}`, DEMO_URL: url });
  return {
    url,
    record: () => {
      recording = [];
      return recording;
    },
    stop: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await demo.stop();
    },
  };
}
