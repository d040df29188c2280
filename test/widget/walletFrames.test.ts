import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Frame, Page } from 'playwright';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';

const source = await rolldown({ input: join(import.meta.dirname, '../../src/widget/wallet/walletApi.ts') });
const { output } = await source.generate({ format: 'es' });
const script = output[0].code;

/** A page that calls the wallet on load without a press, and then on each press of its button. */
const page = (frame = '') => `<!doctype html><title>-</title><button>Share</button>${frame}
<script type="module">
  import { askWallet, canAskWallet } from './walletApi.js';
  const requests = [{ protocol: 'openid4vp-v1-unsigned', data: { nonce: 'a' } }];
  const aborting = new AbortController();
  const ask = () => askWallet(requests, aborting.signal).then(({ protocol }) => protocol, ({ name }) => name);
  globalThis.stop = () => aborting.abort();
  globalThis.can = canAskWallet();
  globalThis.unasked = await ask();
  document.querySelector('button').onclick = async () => { globalThis.pressed = await ask(); };
  globalThis.isReady = true;
</script>`;

function answer({ url }: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(url!, 'http://localhost');
  if (pathname === '/walletApi.js') {
    response.setHeader('Content-Type', 'text/javascript');
    response.end(script);
    return;
  }
  response.setHeader('Content-Type', 'text/html');
  if (pathname === '/refused') response.setHeader('Permissions-Policy', 'digital-credentials-get=()');
  const src = searchParams.get('frame');
  response.end(page(src ? `<iframe src="${src}" allow="${searchParams.get('allow')}"></iframe>` : ''));
}

const server = createServer(answer);
let browser: Browser;
let [pageOrigin, otherOrigin] = ['', ''];

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, listening));
  const { port } = server.address() as AddressInfo;
  [pageOrigin, otherOrigin] = [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  server.close();
});

async function open(path: string, behaviour: object = answering): Promise<Page> {
  const opened = await browser.newPage();
  await opened.goto(`${pageOrigin}${path}`);
  await setWallet(opened, opened, behaviour);
  await ready(opened);
  return opened;
}

/** Only Chromium has a wallet for tests; a frame of another origin has one of its own. */
async function setWallet(opened: Page, target: Page | Frame, behaviour: object): Promise<void> {
  const devTools = await opened.context().newCDPSession(target);
  await devTools.send('DigitalCredentials.setVirtualWalletBehavior' as never, behaviour as never);
}

const answering = { action: 'respond', protocol: 'openid4vp-v1-unsigned', response: { response: 'good' } };

const ready = (where: Page | Frame) => where.waitForFunction('globalThis.isReady');
const found = (where: Page | Frame, name: string) => where.evaluate(`globalThis.${name}`);

async function pressed(where: Page | Frame): Promise<unknown> {
  await where.locator('button').click();
  await where.waitForFunction('globalThis.pressed');
  return await found(where, 'pressed');
}

test('a wallet responds only to a user activation', async () => {
  const top = await open('/');
  expect(await found(top, 'can')).toBe(true);
  expect(await found(top, 'unasked')).toBe('NotAllowedError');
  expect(await pressed(top)).toBe('openid4vp-v1-unsigned');
});

test('declining and aborting both end the request', async () => {
  expect(await pressed(await open('/', { action: 'decline' }))).toBe('NotAllowedError');
  const waiting = await open('/', { action: 'wait' });
  await waiting.locator('button').click();
  await waiting.evaluate('globalThis.stop()');
  await waiting.waitForFunction('globalThis.pressed');
  expect(await found(waiting, 'pressed')).toBe('AbortError');
});

test('a page whose policy refuses it is not offered the wallet', async () => {
  const refused = await open('/refused');
  expect(await found(refused, 'can')).toBe(false);
  expect(await pressed(refused)).toBe('NotAllowedError');
});

test.each([
  ['', false, 'NotAllowedError'],
  ['digital-credentials-get', true, 'openid4vp-v1-unsigned'],
])('a frame of another origin that is allowed "%s"', async (allow, can, answered) => {
  const top = await open(`/?frame=${encodeURIComponent(`${otherOrigin}/`)}&allow=${allow}`);
  const frame = top.frames().find((one) => one.url().startsWith(otherOrigin))!;
  await ready(frame);
  if (can) await setWallet(top, frame, answering).catch(() => undefined);
  expect(await found(frame, 'can')).toBe(can);
  expect(await pressed(frame)).toBe(answered);
});
