import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { languageTags } from '../../src/widget/locales/languageTags.ts';
import { newSession, openNameScreen, serveWidget } from '../bench/support/widgetPage.ts';
import { launchChromium } from '../support/chromium.ts';
import { type SmallApi, smallApi } from '../widget/support/smallApi.ts';

/** Bytes of brotli, as the bodies come over the line; the page's own HTML and the answers of the service among them. */
const FIRST_SCREEN = 16_400;
const NAME_SCREEN = 30_000;
const LOCALE = 5_300;
const HANDOFF = 6_000;
/** Beside the reader and its kernels. */
const DOCUMENT = 30_000;

const CDN = join(import.meta.dirname, '../../dist/cdn');
const names = readdirSync(CDN);

let browser: Browser;
let api: SmallApi;
beforeAll(async () => {
  browser = await launchChromium();
  api = await smallApi();
});
afterAll(async () => {
  await browser?.close();
  await api?.close();
});

test('the first screen stays within its budget', async () => {
  const site = await serveWidget(api, await newSession(api));
  const page = await browser.newPage();
  // Every other request stays pending.
  await page.route(/\.js$|\/v1\//, (route) =>
    route.request().url().endsWith('/idv-verify.js') ? route.continue() : undefined,
  );
  await page.goto(site.url);
  await page.locator('h2', { hasText: 'Let’s confirm' }).waitFor();
  const bytes = await page.evaluate(() => {
    const bodies = ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind));
    return (bodies as PerformanceResourceTiming[]).map(({ encodedBodySize }) => encodedBodySize);
  });
  await page.close();
  await site.close();
  expect(bytes).toHaveLength(2);
  expect(Math.min(...bytes)).toBeGreaterThan(0);
  expect(bytes[0]! + bytes[1]!).toBeLessThanOrEqual(FIRST_SCREEN);
});

test('everything loaded up to the name screen stays within its budget', async () => {
  const site = await serveWidget(api);
  const page = await browser.newPage();
  const { nameScreenBrotli } = await openNameScreen(page, site.url, await newSession(api));
  await page.close();
  await site.close();
  expect(nameScreenBrotli).toBeGreaterThan(FIRST_SCREEN);
  expect(nameScreenBrotli).toBeLessThanOrEqual(NAME_SCREEN);
});

test('each later script of the drop-in is valid in a browser', async () => {
  const code = names
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(CDN, name), 'utf8'));
  const later = new Set(
    code.flatMap((text) => [...text.matchAll(/import\("\.\/([\w.-]+\.js)"\)/g)].map(([, name]) => name!)),
  );
  expect(later.size).toBeGreaterThan(2 * languageTags.length - 2);
  // Weights are data, and take seconds to be compressed.
  const scripts = [...later].filter((name) => !/^eye-(detector|landmarks)/.test(name));
  const site = await serveWidget(api);
  const page = await browser.newPage();
  await page.goto(site.url);
  // As a text: the test runner has an `import` of its own.
  const refused = await page.evaluate<string[]>(
    `Promise.all(${JSON.stringify(scripts)}.map((name) => import('/' + name).then(() => '', (error) => name + ': ' + error)))`,
  );
  await page.close();
  await site.close();
  expect(refused.filter(Boolean)).toEqual([]);
});

test('the texts of a language stay within their budget', () => {
  for (const tag of languageTags.filter((one) => one !== 'en')) {
    const files = names.filter((name) => new RegExp(`^${tag}-[\\w-]{8}\\.js$`).test(name));
    const sizes = files.map((name) => brotliCompressSync(readFileSync(join(CDN, name))).length);
    expect(sizes, tag).toHaveLength(2);
    expect(sizes[0]! + sizes[1]!, tag).toBeLessThanOrEqual(LOCALE);
  }
});

test('the phone hand-off is one script with its own texts, within its budget', () => {
  const weigh = (pattern: RegExp) => {
    const files = names.filter((name) => pattern.test(name));
    expect(files).toHaveLength(1);
    return brotliCompressSync(readFileSync(join(CDN, files[0]!))).length;
  };
  const script = weigh(/^HandoffPanel-[\w-]{8}\.js$/);
  for (const tag of languageTags.filter((one) => one !== 'en')) {
    const texts = weigh(new RegExp(`^handoff-${tag}-[\\w-]{8}\\.js$`));
    expect(script + texts, tag).toBeLessThanOrEqual(HANDOFF);
  }
});

test('the document is one script with its own texts, within its budget, which others do not load', () => {
  const find = (pattern: RegExp) => names.filter((name) => pattern.test(name));
  const weigh = (name: string) => brotliCompressSync(readFileSync(join(CDN, name))).length;
  const [script, ...others] = find(/^DocumentChoice-[\w-]{8}\.js$/);
  expect(others).toEqual([]);
  expect(weigh(script!)).toBeLessThanOrEqual(DOCUMENT);
  // Each holds some languages: the loader, which everybody loads, has a hash of every script.
  const texts = find(/^document-texts-\w-[\w-]{8}\.js$/);
  expect(texts).toHaveLength(7);
  for (const name of texts) expect(weigh(script!) + weigh(name), name).toBeLessThanOrEqual(DOCUMENT);
  // A script that the step shared with others would be one more for them, and lost for good if it did not arrive.
  const shared = new Set(
    [...readFileSync(join(CDN, script!), 'utf8').matchAll(/\bfrom"\.\/([\w.-]+)"/g)].map(([, name]) => name!),
  );
  const later = find(
    /^(pictureSteps|PersonalDetailsStep|laterPages|addressPage|ConsentChoice)-[\w-]{8}\.js$/,
  );
  expect(later).toHaveLength(5);
  for (const name of later) {
    const imports = readFileSync(join(CDN, name), 'utf8').matchAll(/\bfrom"\.\/([\w.-]+)"/g);
    for (const [, one] of imports)
      if (one !== 'idv-verify.js') expect([name, shared.has(one!)]).toEqual([name, false]);
  }
});
