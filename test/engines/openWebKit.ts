import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Builder, Capabilities, type WebDriver } from 'selenium-webdriver';
import { freePort } from '../support/freePort.ts';
import { waitFor } from '../support/waitFor.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const BROWSERS = ['4.1', '4.0', '6.0'].flatMap((api) => [
  `/usr/lib/x86_64-linux-gnu/webkit2gtk-${api}/MiniBrowser`,
  `/usr/lib/aarch64-linux-gnu/webkit2gtk-${api}/MiniBrowser`,
]);

/** WebKitGTK on its own virtual screen. `close` ends the browser, its driver and the screen. */
export async function openWebKit(): Promise<{ driver: WebDriver; close: () => Promise<void> }> {
  const binary = BROWSERS.find((file) => existsSync(file));
  if (!binary) throw new Error('The package webkit2gtk-driver brings no MiniBrowser on this machine.');
  const port = await freePort();
  const display = `:${100 + (process.pid % 800)}`;
  const screen = spawn('Xvfb', [display, '-screen', '0', '800x1000x24', '-nolisten', 'tcp'], {
    stdio: 'ignore',
  });
  const server = spawn(DRIVER, [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: display,
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      GDK_BACKEND: 'x11',
    },
    stdio: 'ignore',
  });
  const end = () => [server, screen].map((child) => child.kill());
  try {
    const url = `http://127.0.0.1:${port}`;
    await waitFor(async () => Boolean(await fetch(`${url}/status`).catch(() => null)));
    const args = ['--automation', '--enable-media-stream=true', '--enable-mock-capture-devices=true'];
    const capabilities = new Capabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary, args },
    });
    const driver = await new Builder().usingServer(url).withCapabilities(capabilities).build();
    return {
      driver,
      close: async () => {
        await driver.quit().catch(() => undefined);
        end();
      },
    };
  } catch (error) {
    end();
    throw error;
  }
}
