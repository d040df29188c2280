import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright';
import { serveFolder } from '../bench/support/serveFolder.ts';
import { chromiumArgs, chromiumPath } from '../support/chromium.ts';
import { fakeCamera } from '../support/fakeCamera.ts';
import { smallApi } from '../widget/support/smallApi.ts';
import type { Scene } from './scenes.ts';

const CDN = fileURLToPath(new URL('../../dist/cdn', import.meta.url));
const HTML = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>-</title>
  <style nonce="n">body { margin: 0; padding: 12px; background: #eceff6 } body.dark { background: #0b0e15 }</style>
  <script type="module" src="idv-verify.js"></script><idv-verify no-redirect></idv-verify>`;

export const THEMES = ['light', 'dark'] as const;
export const WIDTHS = [320, 1280] as const;

/** A picture of a scene in one theme at one width, as PNG, and what a look at the page itself says. */
export interface Shot {
  scene: string;
  theme: (typeof THEMES)[number];
  width: (typeof WIDTHS)[number];
  png: Buffer;
  /** Texts that are wider than the place they have; pixels that the page can be scrolled sideways. */
  clipped: string[];
  overflow: number;
}

/** Takes the pictures of these scenes, one after the other; each is gone through once and then seen in every look. */
export async function takeScreens(scenes: Scene[], seen: (shot: Shot) => unknown): Promise<void> {
  await visitScenes(scenes, async (page, scene) => {
    for (const theme of THEMES) for (const width of WIDTHS) seen(await shoot(page, scene.name, theme, width));
  });
}

/** Goes to each of these scenes, one after the other. */
export async function visitScenes(
  scenes: Scene[],
  visit: (page: Page, scene: Scene) => Promise<unknown>,
): Promise<void> {
  const api = await smallApi();
  const { origin } = new URL(api.baseUrl);
  const policy = `default-src 'none'; style-src 'nonce-n'; script-src 'self' 'wasm-unsafe-eval'; connect-src ${origin}; worker-src 'self'`;
  const site = await serveFolder(CDN, { html: HTML, policy });
  const browser = await launch();
  try {
    for (const scene of scenes) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      await page.goto(site.url);
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
      await scene.act?.(page);
      await visit(page, scene);
      await page.close();
    }
  } finally {
    await browser.close();
    await site.close();
    await api.close();
  }
}

async function launch(): Promise<Browser> {
  const executablePath = await chromiumPath();
  const camera = [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${await fakeCamera({ still: {} })}`,
  ];
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...chromiumArgs, '--headless=new', ...camera],
  });
}

async function shoot(page: Page, scene: string, theme: Shot['theme'], width: Shot['width']): Promise<Shot> {
  await page.setViewportSize({ width, height: width < 600 ? 760 : 900 });
  const { clipped, overflow } = await page.evaluate((name) => {
    document.body.classList.toggle('dark', name === 'dark');
    const element = document.querySelector('idv-verify')!;
    element.setAttribute('theme', name);
    const texts = [...element.shadowRoot!.querySelectorAll<HTMLElement>('p, h2, button, label, li, summary')];
    const tooWide = texts.filter((text) => text.scrollWidth > text.clientWidth + 1 && text.clientWidth > 1);
    return {
      clipped: tooWide.map((text) => text.textContent!.trim()),
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    };
  }, theme);
  const png = await page.screenshot({ fullPage: true, animations: 'disabled' });
  return { scene, theme, width, png, clipped, overflow };
}
