import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Flags for a headless Chromium that runs as root and calls nobody. */
export const chromiumArgs: string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Finds a Chromium: `CHROMIUM_PATH`, then (on Linux) the one that the npm packages bring, then the PATH.
 * @returns an absolute path, or `undefined` to let Playwright use a browser of its own.
 */
export async function chromiumPath(): Promise<string | undefined> {
  if (process.env['CHROMIUM_PATH']) return process.env['CHROMIUM_PATH'];
  if (process.platform === 'linux' && process.arch === 'x64') {
    const { default: packaged } = await import('@sparticuz/chromium');
    return packaged.executablePath();
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, 'chromium')).find((file) => existsSync(file));
}
