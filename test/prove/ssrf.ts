import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import dns from 'node:dns';
import { createServer, type Socket } from 'node:net';
import { postWebhook, type WebhookPost } from '../../src/service/webhooks/postWebhook.ts';
import { isWebhookUrlAllowed } from '../../src/service/webhooks/webhookAddresses.ts';
import { startNameServer } from '../support/nameServer.ts';
import { startReceiver } from '../support/receiver.ts';
import { insideAddresses, spellingsOf } from './ssrf/insideAddresses.ts';
import type { Lab } from './support/Lab.ts';
import type { Findings } from './support/Proof.ts';

const post = { headers: {}, body: '{}', timeoutMs: 5000, allowLoopback: false };

/**
 * Webhooks to internal targets: every special range in every notation of an address, as a literal and as the result of
 * our own name server, alone and together with a public address; redirects; a name whose addresses change. Counts every
 * TCP connection that this process opens.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const names: Record<string, string[]> = {};
  const server = await startNameServer(names);
  const usual = dns.getServers();
  dns.setServers([server.address]);
  lab.defer(() => dns.setServers(usual));
  lab.defer(() => server.close());
  const addresses = insideAddresses(lab.size(12, 1));
  const literals = await connectionsOf(() => tryLiterals(addresses));
  const resolved = await connectionsOf(() => tryNames(addresses, names));
  const redirected = await connectionsOf(tryRedirects);
  const rebound = await tryRebinding(names, server.queries);
  const connections = literals.connections + resolved.connections + redirected.followed + rebound.elsewhere;
  const taken = [...literals.faults, ...resolved.faults];
  // Each redirect made one connection to the redirecting server, which shows that connections are observed.
  const areRefused = redirected.connections === REDIRECTS.length && redirected.sent === REDIRECTS.length;
  const ok = connections === 0 && taken.length === 0 && areRefused && rebound.ok;
  const tried = { literals: literals.tried, names: resolved.tried, redirects: redirected.sent };
  return {
    ok,
    addresses: addresses.length,
    tried,
    connections,
    taken: taken.slice(0, 5),
    lookups: rebound.lookups,
  };
}

interface Tried {
  tried: number;
  faults: string[];
}

/** Literals are refused when they are registered; one that got in nevertheless is refused when it is used. */
async function tryLiterals(addresses: readonly string[]): Promise<Tried> {
  const faults: string[] = [];
  let tried = 0;
  for (const host of addresses.flatMap(spellingsOf)) {
    const url = `https://${host}/`;
    if (!URL.canParse(url)) continue;
    tried++;
    if (isWebhookUrlAllowed(url, { allowLoopback: false })) faults.push(`registered ${url}`);
    if (await isTaken({ ...post, url })) faults.push(`sent to ${url}`);
  }
  return { tried, faults };
}

async function tryNames(addresses: readonly string[], names: Record<string, string[]>): Promise<Tried> {
  const faults: string[] = [];
  let tried = 0;
  const sets = addresses.flatMap((address) => [
    [address],
    ['93.184.215.14', address],
    [address, '2606:4700::1111'],
  ]);
  for (const [index, set] of sets.entries()) names[`n${index}.example`] = set;
  for (const [index, set] of sets.entries()) {
    tried++;
    if (await isTaken({ ...post, url: `https://n${index}.example/` })) faults.push(`sent to ${set}`);
  }
  return { tried, faults };
}

/** Whether anything else came of it than a refusal of the address. */
async function isTaken(attempt: WebhookPost): Promise<boolean> {
  const { status, error } = await postWebhook(attempt);
  return status !== null || error !== 'address_not_allowed';
}

/** Counts the connections that this process begins while something runs; those to the name server are datagrams. */
async function connectionsOf<T>(run: () => Promise<T>): Promise<T & { connections: number }> {
  let connections = 0;
  const count = () => {
    connections++;
  };
  subscribe('net.client.socket', count);
  const tried = await run().finally(() => unsubscribe('net.client.socket', count));
  return { ...tried, connections };
}

const REDIRECTS = [301, 302, 303, 307, 308];

async function tryRedirects(): Promise<{ sent: number; followed: number }> {
  const inside = await startReceiver();
  let sent = 0;
  for (const status of REDIRECTS) {
    const receiver = await startReceiver((response) =>
      response.writeHead(status, { Location: inside.url }).end(),
    );
    const answer = await postWebhook({ ...post, url: receiver.url, allowLoopback: true });
    if (answer.error === 'redirected' && answer.status === status) sent++;
    await receiver.close();
  }
  await inside.close();
  return { sent, followed: inside.received.length };
}

/**
 * A name whose address changes after the first query. The connection goes to the address that was checked, because it
 * is resolved only once. Both addresses are this machine, where connections can be observed.
 */
async function tryRebinding(names: Record<string, string[]>, queries: string[]) {
  const reached = { first: 0, second: 0 };
  const listen = async (host: string, port: number, server: 'first' | 'second') => {
    const listener = createServer((socket: Socket) => {
      reached[server]++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen(port, host, resolve));
    return listener;
  };
  const first = await listen('127.0.0.1', 0, 'first');
  const { port } = first.address() as { port: number };
  const second = await listen('127.0.0.2', port, 'second');
  Object.defineProperty(names, 'turns.example', {
    enumerable: true,
    get: () =>
      queries.filter((name) => name === 'turns.example').length > 1 ? ['127.0.0.2'] : ['127.0.0.1'],
  });
  await postWebhook({ ...post, url: `http://turns.example:${port}/`, allowLoopback: true });
  first.close();
  second.close();
  const lookups = queries.filter((name) => name === 'turns.example').length;
  return { ok: lookups === 1 && reached.first === 1, elsewhere: reached.second, lookups };
}
