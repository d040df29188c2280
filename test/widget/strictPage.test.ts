import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChallengeStep } from '../../src/contract/selfieCheck.ts';
import { QUICK, type ServedFolder, serveFolder } from '../bench/support/serveFolder.ts';
import { launchChromium } from '../support/chromium.ts';
import { type SmallApi, smallApi } from './support/smallApi.ts';

const CDN = fileURLToPath(new URL('../../dist/cdn', import.meta.url));
const DOC = fileURLToPath(new URL('../../docs/csp.md', import.meta.url));
const ELEMENT = '<idv-verify no-redirect></idv-verify>';

/** The policies of the documentation, as a page would copy them, by a word of the heading above each. */
const documented = (heading: string) => {
  const [, section = ''] = readFileSync(DOC, 'utf8').split(new RegExp(`^## .*${heading}.*$`, 'm'));
  const policy = /```\n([\s\S]*?)\n```/.exec(section)![1]!;
  return policy
    .replace('nonce-…', 'nonce-n')
    .replace('https://idv.example', new URL(api.baseUrl).origin)
    .replace('https://cdn.example', cdn && new URL(cdn).origin);
};
const trusted = () => documented('Trusted Types');

let browser: Browser;
let api: SmallApi;
/** The files on a separate origin. */
let cdn = '';
const served: ServedFolder[] = [];
beforeAll(async () => {
  browser = await launchChromium();
  api = await smallApi();
  const fileHeaders = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
  cdn = await serve({ html: '', policy: '', fileHeaders });
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([...served.map((site) => site.close()), api?.close()]);
});

const serve = async (page: Parameters<typeof serveFolder>[1]) => {
  const site = await serveFolder(CDN, { ...page, quality: QUICK });
  served.push(site);
  return site.url;
};

/**
 * Goes from the selfie to the pictures with the test face; returns refusals, messages and results.
 * @param steps of the challenge: one has everything loaded and measured.
 */
async function takeSelfie(url: string, steps: ChallengeStep[] = ['center']) {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', ({ message }) => complaints.push(message));
  await page.goto(url);
  await page.waitForFunction(() => customElements.get('idv-verify'));
  const body = JSON.stringify({ due: ['selfie'], steps });
  const session = await (await fetch(`${api.baseUrl}/cases`, { method: 'POST', body })).json();
  await page.locator('idv-verify').evaluate((element, value) => {
    const record = Object.assign(window, { notices: [] as string[], frames: 0 });
    element.addEventListener('idv-notice', (event) =>
      record.notices.push((event as CustomEvent).detail.code),
    );
    element.addEventListener('idv-frame', () => record.frames++);
    Object.assign(element, { fetchSession: async () => value });
  }, session);
  await page.getByText('Use the test face').click();
  await page.locator('.pictures').waitFor();
  const result = await page.evaluate(() => {
    const { notices, frames } = window as unknown as { notices: string[]; frames: number };
    return { notices, isGuided: frames > 0, isIsolated: crossOriginIsolated };
  });
  await page.close();
  return { ...result, complaints };
}

const module = (attributes: string) =>
  `<!doctype html><script type="module" ${attributes}></script>${ELEMENT}`;

test('same origin with required Trusted Types: nothing is blocked', async () => {
  const policy = `${documented('your own origin')}; ${trusted()}`;
  const url = await serve({ html: module('src="idv-verify.js"'), policy });
  expect(await takeSelfie(url, ['center', 'turn_left', 'look_up'])).toMatchObject({
    complaints: [],
    notices: [],
    isGuided: true,
  });
});

test('script tag from another origin: nothing is blocked', async () => {
  const url = await serve({
    html: module(`src="${cdn}idv-verify.js"`),
    policy: documented('another origin'),
  });
  expect(await takeSelfie(url)).toMatchObject({ complaints: [], notices: [], isGuided: true });
});

test('nonce with strict-dynamic: nothing is blocked', async () => {
  const html = module('src="idv-verify.js" nonce="n"');
  const url = await serve({ html, policy: documented('strict-dynamic') });
  expect(await takeSelfie(url)).toMatchObject({ complaints: [], notices: [], isGuided: true });
});

test('another origin, cross-origin isolated, with subresource integrity', async () => {
  const hashes = JSON.parse(readFileSync(`${CDN}/integrity.json`, 'utf8')) as Record<string, string>;
  expect(Object.keys(hashes)).toContain('idv-verify.js');
  const scripts = documented('another origin').replace('script-src', "script-src 'nonce-n'");
  const headers = {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
  };
  const html = `<!doctype html><script src="${cdn}loader.js" crossorigin="anonymous" nonce="n"></script>${ELEMENT}`;
  const url = await serve({ html, policy: `${scripts}; ${trusted()}`, headers });
  const { isIsolated, ...result } = await takeSelfie(url);
  expect(result).toEqual({ complaints: [], notices: [], isGuided: true });
  expect(isIsolated).toBe(true);
});

test('an element named currentScript does not change the script base URL', async () => {
  const html = `<!doctype html><img name="currentScript" src="https://evil.example/x">
    <script src="${cdn}loader.js" crossorigin="anonymous" nonce="n"></script>${ELEMENT}`;
  const url = await serve({
    html,
    policy: documented('another origin').replace('script-src', "script-src 'nonce-n'"),
  });
  const page = await browser.newPage();
  await page.goto(url);
  await page.waitForFunction(() => customElements.get('idv-verify'));
  expect(await page.locator('script[type=module]').getAttribute('src')).toBe(`${cdn}idv-verify.js`);
  await page.close();
});

test('a policy without workers or wasm is reported, and the flow still completes', async () => {
  const html = `<!doctype html><script type="module" src="idv-verify.js"></script>${ELEMENT}`;
  const base = `default-src 'none'; connect-src ${new URL(api.baseUrl).origin}; worker-src 'none'`;
  const slow = await serve({ html, policy: `${base}; script-src 'self' 'wasm-unsafe-eval'` });
  expect(await takeSelfie(slow)).toMatchObject({ notices: ['worker_blocked'], isGuided: true });
});
