import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { type Browser, chromium, type LaunchOptions } from 'playwright';
import { PATIENCE_MS } from './patience.ts';

/** Flags for a headless Chromium that runs as root and makes no external calls. */
const plainArgs: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Flags for a camera that shows a film, or else the browser's own test picture. */
export function cameraArgs({ film, cameras = 1 }: { film?: string; cameras?: number } = {}): string[] {
  return [
    `--use-fake-device-for-media-stream=device-count=${cameras}`,
    '--use-fake-ui-for-media-stream',
    ...(film ? [`--use-file-for-fake-video-capture=${film}`] : []),
  ];
}

/** How a Chromium starts. @param args its flags besides those that every one has. */
export async function chromiumOptions(args: readonly string[] = []): Promise<LaunchOptions> {
  const executablePath = await chromiumPath();
  return { ...(executablePath && { executablePath }), args: [...plainArgs, '--headless=new', ...args] };
}

export async function launchChromium(args: readonly string[] = []): Promise<Browser> {
  return await launchBrowser(await chromiumOptions(args));
}

/** Starts a browser; its pages wait as long as all tests do. */
export async function launchBrowser(options: LaunchOptions): Promise<Browser> {
  const browser = await chromium.launch(options);
  const newContext = browser.newContext.bind(browser);
  // `newPage` calls it too.
  browser.newContext = async (more) => {
    const context = await newContext(more);
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  };
  return browser;
}

/**
 * Finds a Chromium: `CHROMIUM_PATH`, then (on Linux) the one that the npm packages bring, then the PATH, then
 * Playwright's own, which is downloaded if it isn't there yet.
 * @returns an absolute path, or `undefined` for Playwright's own.
 */
export async function chromiumPath(): Promise<string | undefined> {
  if (process.env['CHROMIUM_PATH']) return process.env['CHROMIUM_PATH'];
  if (process.platform === 'linux' && process.arch === 'x64') {
    const { default: packaged } = await import('@sparticuz/chromium');
    return packaged.executablePath();
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = folders.map((folder) => join(folder, 'chromium')).find((file) => existsSync(file));
  if (!found && !existsSync(chromium.executablePath())) download();
  return found;
}

function download(): void {
  const playwright = dirname(createRequire(import.meta.url).resolve('playwright/package.json'));
  execFileSync(process.execPath, [join(playwright, 'cli.js'), 'install', 'chromium'], { stdio: 'inherit' });
}
