import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Page } from 'playwright';
import { QUICK, serveFolder } from '../bench/support/serveFolder.ts';
import { cameraArgs, launchChromium } from '../support/chromium.ts';
import { fakeCamera } from '../support/fakeCamera.ts';
import { smallApi } from '../widget/support/smallApi.ts';
import type { Look, Scene } from './scenes.ts';

const CDN = fileURLToPath(new URL('../../dist/cdn', import.meta.url));
/** Thai uses a bundled font, because few test machines have one. */
const THAI = readFileSync(
  fileURLToPath(import.meta.resolve('@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff2')),
).toString('base64');
const HTML = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>-</title>
  <style nonce="n">@font-face { font-family: Thai; src: url(data:font/woff2;base64,${THAI}) }
  idv-verify { --idv-font: system-ui, Thai, sans-serif } body { margin: 0; padding: 12px; background: #eceff6 } body.dark { background: #0b0e15 }</style>
  <script type="module" src="idv-verify.js"></script><idv-verify no-redirect></idv-verify>`;

const LOOKS: Look[] = [
  { theme: 'light', width: 320 },
  { theme: 'dark', width: 320 },
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 1280 },
];

/** A picture of a scene in one theme at one width, as PNG, and the results of checks on the page itself. */
export interface Shot {
  scene: string;
  theme: Look['theme'];
  width: number;
  png: Buffer;
  /** The accessibility tree, as YAML. */
  tree: string;
  /** Texts that are wider than the place they have; pixels that the page can be scrolled sideways. */
  clipped: string[];
  overflow: number;
}

/**
 * Takes the pictures of these scenes, one after the other; each is gone through once and then seen in every look.
 * @param scale of the pictures: a small one takes a third of the time.
 */
export async function takeScreens(
  scenes: Scene[],
  seen: (shot: Shot) => unknown,
  { scale = 1 } = {},
): Promise<void> {
  let session: CDPSession | null = null;
  await visitScenes(scenes, async (page, scene) => {
    session ??= await page.context().newCDPSession(page);
    const tree = await treeOf(page);
    for (const look of scene.looks ?? LOOKS) {
      const { height, ...found } = await apply(page, look);
      const clip = { x: 0, y: 0, width: look.width, height, scale };
      const options = { clip, captureBeyondViewport: true, optimizeForSpeed: true };
      const { data } = await session.send('Page.captureScreenshot', options);
      await seen({ ...look, ...found, png: Buffer.from(data, 'base64'), scene: scene.name, tree });
    }
  });
}

/** Goes to each of these scenes, one after the other. */
export async function visitScenes(
  scenes: Scene[],
  visit: (page: Page, scene: Scene) => Promise<unknown>,
): Promise<void> {
  const api = await smallApi();
  const { origin } = new URL(api.baseUrl);
  const policy = `default-src 'none'; style-src 'nonce-n'; font-src data:; script-src 'self' 'wasm-unsafe-eval'; connect-src ${origin}; worker-src 'self'`;
  const site = await serveFolder(CDN, { html: HTML, policy, quality: QUICK });
  const browser = await launch();
  try {
    // Each animation would be drawn frame by frame. All scenes share one tab: opening one takes as long as a scene.
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    for (const scene of scenes) {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.goto(site.url);
      await page.evaluate(() => document.fonts.load('16px Thai', 'ก'));
      await scene.before?.(page);
      const body = JSON.stringify(scene.case);
      const session = await (await fetch(`${api.baseUrl}/cases`, { method: 'POST', body })).json();
      await page.locator('idv-verify').evaluate(
        (element, { attributes, given }) => {
          for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
          Object.assign(element, { session: given });
        },
        { attributes: scene.attributes ?? {}, given: session },
      );
      await page.locator('h2', { hasText: scene.sees }).waitFor();
      // The consent screen appears before the case is loaded.
      await page.locator('.badge, .emblem.bad').first().waitFor();
      await scene.act?.(page);
      await visit(page, scene);
    }
  } finally {
    await browser.close();
    await site.close();
    await api.close();
  }
}

async function launch(): Promise<Browser> {
  return launchChromium(cameraArgs({ film: await fakeCamera({ still: {} }) }));
}

/** The accessibility tree of the widget; ids of a request, and what guidance and live region say just now, are left out. */
export async function treeOf(page: Page): Promise<string> {
  const tree = await page.locator('idv-verify').ariaSnapshot();
  return tree.replaceAll(/req_\w+/g, 'req_…').replaceAll(/^(\s*- status).*$/gm, '$1');
}

/** Shows a screen in a look. @returns how high the page is, and what does not fit. */
async function apply(page: Page, { theme, width }: Look) {
  await page.setViewportSize({ width, height: width < 600 ? 760 : 900 });
  return await page.evaluate((name) => {
    document.body.classList.toggle('dark', name === 'dark');
    const element = document.querySelector('idv-verify')!;
    element.setAttribute('theme', name);
    const texts = [...element.shadowRoot!.querySelectorAll<HTMLElement>('p, h2, button, label, li, summary')];
    const tooWide = texts.filter((text) => text.scrollWidth > text.clientWidth + 1 && text.clientWidth > 1);
    const { scrollWidth, clientWidth, scrollHeight } = document.documentElement;
    return {
      height: scrollHeight,
      clipped: tooWide.map((text) => text.textContent!.trim()),
      overflow: scrollWidth - clientWidth,
    };
  }, theme);
}
