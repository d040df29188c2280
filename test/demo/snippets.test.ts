import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createIdvClient } from 'idv-verify/server';
import type { Browser, Page } from 'playwright';
import { build } from 'vite';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { readChoice } from '../../demo/choice.ts';
import { type Snippet, snippetsOf } from '../../demo/snippets.ts';
import { type Api, startApi } from '../consumers/support/startApi.ts';
import { launchChromium } from '../support/chromium.ts';
import { goOn } from '../support/demoVisit.ts';
import { freePort } from '../support/freePort.ts';

let api: Api;
let browser: Browser;

beforeAll(async () => {
  api = await startApi({ WEBHOOK_ALLOW_LOOPBACK: 'true' }, inject('embeddedTemplate'));
  browser = await launchChromium();
});

afterAll(async () => {
  await browser.close();
  await api.stop();
});

test.each([
  ['html', 'prefill=yes&camera=test-2'],
  ['react', 'prefill=yes&camera=test&mode=modal&look=sharp&theme=dark&fields=few&attempts=5&age=21'],
] as const)('the copied code of %s, server and webhook reaches approved: %s', async (shape, query) => {
  const folder = await copyCode(snippetsOf(readChoice(new URLSearchParams(query))), shape);
  const { url, idv } = await serve(folder);
  const page = await (await browser.newContext()).newPage();
  onTestFinished(() => page.context().close());
  const errors: unknown[] = [];
  page.on('pageerror', (error) => errors.push(error));
  // Each snippet has its own user, whose newest case the code returns.
  await page.context().addCookies([{ name: 'session', value: shape, url }]);
  await goThrough(page, url);
  const { searchParams } = new URL(page.url());
  const { status, clientReferenceId } = await idv.cases.waitFor(searchParams.get('case_id')!);
  expect([status, clientReferenceId, errors]).toEqual(['approved', shape, []]);
  // The webhook's code took the event, with its signature.
  const { data } = await idv.events.list({ type: 'case.approved' });
  const approved = data.find((event) => event.data.caseId === searchParams.get('case_id'))!;
  const done = async () => (await idv.events.listDeliveries(approved.id)).data.map(({ status: one }) => one);
  await expect.poll(done).toContain('succeeded');
});

/** Writes the parts into files next to the page, with the copied code unchanged. */
async function copyCode(parts: Snippet[], shape: 'html' | 'react'): Promise<string> {
  const folder = mkdtempSync(join(import.meta.dirname, '.snippet-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const code = (id: string) => parts.find((part) => part.id === id)!.code;
  // One of the two is copied as TypeScript.
  const [end, kind] = shape === 'html' ? ['', 'js'] : ['-ts', 'ts'];
  writeFileSync(join(folder, `server.${kind}`), code(`server${end}`));
  writeFileSync(join(folder, `webhook.${kind}`), code(`webhook${end}`));
  const around = (body: string) => `<!doctype html><html lang="en"><title>Shop</title>${body}</html>`;
  mkdirSync(join(folder, 'page'));
  if (shape === 'html') {
    writeFileSync(join(folder, 'page/index.html'), around(code('html')));
    return folder;
  }
  writeFileSync(join(folder, 'Verification.tsx'), code('react'));
  writeFileSync(
    join(folder, 'main.tsx'),
    `import { createRoot } from 'react-dom/client';
import { Verification } from './Verification';
createRoot(document.getElementById('root')!).render(<Verification />);`,
  );
  writeFileSync(
    join(folder, 'index.html'),
    around('<div id="root"></div><script type="module" src="/main.tsx"></script>'),
  );
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic' } },
    build: { outDir: 'page' },
  });
  return folder;
}

/** The site in a Node of its own, whose environment is all that the code gets; its webhooks are registered. */
async function serve(folder: string) {
  const port = await freePort();
  const idv = createIdvClient(api);
  const hook = await idv.webhookEndpoints.create({ url: `http://127.0.0.1:${port}/webhooks/idv` });
  const child = spawn(process.execPath, [join(import.meta.dirname, 'served/snippetSite.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: `${port}`,
      IDV_API_KEY: api.apiKey,
      IDV_BASE_URL: api.baseUrl,
      IDV_WEBHOOK_SECRET: hook.secret,
    },
  });
  onTestFinished(() => void child.kill());
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => {
      throw new Error('The copied code did not start');
    }),
  ]);
  return { url: `http://localhost:${port}/`, idv };
}

/** To the page that people return to. Details are known; the selfie is the test face's. */
async function goThrough(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await goOn(page, () => location.pathname === '/return');
}
