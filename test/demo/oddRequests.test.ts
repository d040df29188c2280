import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectSecurely } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { openAuthority } from '../../src/testwallet/openAuthority.ts';
import { createWallet } from '../../src/testwallet/site/createWallet.ts';
import { walletServer } from '../../src/testwallet/site/walletServer.ts';
import { startReceiver } from '../support/receiver.ts';
import { openBank } from './bank.ts';

/** The test wallet on a listening server. */
async function openWallet(verifiers: string[] = [], isBehindProxy = false) {
  const folder = mkdtempSync(join(tmpdir(), 'idv-wallet-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const settings = { url: 'http://localhost:4020', port: 4020, verifiers, isBehindProxy };
  const authority = openAuthority(folder, Date.now());
  const server = walletServer(createWallet({ settings, authority, now: Date.now }), settings);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const ODD = [
  'GET // HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET //healthz HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET http://localhost:4020/ HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /\\x HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /%ff%00 HTTP/1.1\r\nHost: [\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nTrailer: x\r\n\r\n',
  'POST /requests HTTP/1.1\r\nHost: x\r\nTrailer: x\r\nContent-Length: 2\r\n\r\n{}',
  'POST /requests HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"origin"',
  'POST /requests HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\n{',
  'POST /idv/session HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{',
];

/** Sends bytes and breaks off. */
async function cutOff(url: string, bytes: string): Promise<void> {
  const { hostname: host, port, protocol } = new URL(url);
  const to = { host, port: Number(port), rejectUnauthorized: false };
  const isSecure = protocol === 'https:';
  const socket = (isSecure ? connectSecurely(to) : connect(to)).on('error', () => {});
  await once(socket, isSecure ? 'secureConnect' : 'connect');
  const closed = once(socket, 'close');
  socket.resume();
  await new Promise((sent) => socket.write(bytes, sent));
  socket.end();
  await closed;
}

test.each(['the test wallet', 'the demo'])('no odd request ends %s', async (name) => {
  const url = name === 'the demo' ? (await openBank()).siteUrl : await openWallet();
  // A failure that nobody awaits would end the process; here it fails the test.
  const failures: unknown[] = [];
  const note = (error: unknown) => void failures.push(error);
  process.on('unhandledRejection', note).on('uncaughtException', note);
  onTestFinished(() => void process.off('unhandledRejection', note).off('uncaughtException', note));
  for (const bytes of ODD) {
    await cutOff(url, bytes);
    const { status } = await fetch(name === 'the demo' ? `${url}/quayside` : `${url}/healthz`);
    expect([bytes, status]).toEqual([bytes, name === 'the demo' ? 200 : 204]);
  }
  expect(failures).toEqual([]);
});

test.each(['/idv/session', '/webhooks/idv', '/leave'])('no body of %s is without a limit', async (path) => {
  const { siteUrl } = await openBank();
  const post = (body: BodyInit) => {
    // The types of a browser do not know it yet; a body that is a stream requires it.
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' };
    return fetch(siteUrl + path, init);
  };
  const large = new Uint8Array(2_000_000);
  expect((await post(large)).status).toBe(413);
  // Without a stated length.
  expect((await post(new Blob([large]).stream())).status).toBe(413);
  expect((await fetch(`${siteUrl}/quayside`)).status).toBe(200);
});

/** The program that opens a port of 127.0.0.1 to a network, here at another address of this machine. */
async function openDoor(port: number) {
  const host = '127.0.0.2';
  const program = join(import.meta.dirname, '../../src/testwallet/lan.ts');
  const door = spawn(process.execPath, [program], {
    env: { ...process.env, LAN_ADDRESS: host, LAN_PORTS: `${port}` },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onTestFinished(() => void door.kill());
  await Promise.race([once(door, 'message'), once(door, 'exit')]);
  return `https://${host}:${port}`;
}

// Other systems have no second address of loopback.
test.runIf(process.platform === 'linux')('no odd request ends the door to the network', async () => {
  const demo = await startReceiver((response) => response.writeHead(204).end());
  onTestFinished(() => demo.close());
  const url = await openDoor(Number(new URL(demo.url).port));
  const statusOf = () =>
    new Promise((resolve) => {
      get(url, { rejectUnauthorized: false }, ({ statusCode }) => resolve(statusCode)).on('error', resolve);
    });
  for (const bytes of ODD) {
    await cutOff(url, bytes);
    expect([bytes, await statusOf()]).toEqual([bytes, 204]);
  }
});

test('a link reaches the service of the wallet alone, and shows nothing of its answer', async () => {
  const other = await startReceiver((response) => response.end('secret of the machine'));
  const own = await startReceiver((response) =>
    response
      .writeHead(200, { 'Content-Type': 'application/oauth-authz-req+jwt' })
      .end('secret of the service'),
  );
  onTestFinished(async () => void (await Promise.all([other.close(), own.close()])));
  const wallet = await openWallet([new URL(own.url).origin]);
  const open = async (uri: string, more = '') => {
    const response = await fetch(`${wallet}/authorize?request_uri=${encodeURIComponent(uri)}${more}`);
    return { status: response.status, text: await response.text() };
  };
  for (const more of ['', '&request_uri_method=post']) {
    expect(await open(other.url, more)).toEqual({
      status: 422,
      text: expect.stringContaining('TEST_WALLET_VERIFIERS'),
    });
    expect(await open(own.url, more)).toEqual({ status: 422, text: expect.not.stringContaining('secret') });
  }
  expect([other.received.length, own.received.length]).toEqual([0, 2]);
});

test('nobody pushes out the open requests of another network', async () => {
  const wallet = await openWallet([], true);
  const data = { client_id: 'x', dcql_query: { credentials: [PID] } };
  const begin = async (address: string) => {
    const json = { origin: 'https://shop.example', requests: [{ protocol: 'openid4vp-v1-unsigned', data }] };
    const headers = { 'x-forwarded-for': address };
    const response = await fetch(`${wallet}/requests`, {
      method: 'POST',
      headers,
      body: JSON.stringify(json),
    });
    expect(response.status).toBe(201);
    return `${wallet}${((await response.json()) as { url: string }).url}`;
  };
  const honest = await begin('198.51.100.7');
  const first = await begin('203.0.113.1');
  for (let count = 0; count < 520; count++) await begin(`203.0.113.${count % 256}`);
  expect((await fetch(honest)).status).toBe(200);
  expect((await fetch(first)).status).toBe(422);
});

const PID = {
  id: 'pid',
  format: 'dc+sd-jwt',
  meta: { vct_values: ['urn:eudi:pid:1'] },
  claims: [{ path: ['family_name'] }],
};
