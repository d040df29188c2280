import { fileURLToPath } from 'node:url';
import type { WebDriver } from 'selenium-webdriver';
import type { ChallengeStep } from '../../src/contract/selfieCheck.ts';
import { serveFolder } from '../bench/support/serveFolder.ts';
import { smallApi } from '../widget/support/smallApi.ts';
import { takeSelfie } from './pageInWebKit.ts';

const CDN = fileURLToPath(new URL('../../dist/cdn', import.meta.url));
const STEPS: ChallengeStep[] = ['center', 'blink', 'turn_left', 'look_up'];

/**
 * Takes a selfie in WebKitGTK with a challenge that includes a blink, as the service draws for every sixth person.
 * @returns milliseconds from the start of the camera until all steps were met.
 */
export async function webkitBlink(driver: WebDriver): Promise<number> {
  const api = await smallApi();
  const body = JSON.stringify({ due: ['selfie'], steps: STEPS });
  const session = await (await fetch(`${api.baseUrl}/cases`, { method: 'POST', body })).text();
  const site = await serveFolder(CDN, {
    html: `<!doctype html><html lang="en"><title>-</title><script type="module" src="idv-verify.js"></script><idv-verify no-redirect></idv-verify><script nonce="n">document.querySelector('idv-verify').session=${session}</script>`,
    policy: `default-src 'none'; script-src 'self' 'nonce-n' 'wasm-unsafe-eval'; connect-src 'self' ${new URL(api.baseUrl).origin}; worker-src 'self'`,
  });
  site.prepare(/^\/eye-/);
  try {
    await driver.get(site.url);
    return await takeSelfie(driver);
  } finally {
    await site.close();
    await api.close();
  }
}
